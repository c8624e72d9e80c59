package io.tidegate.app.demo;

import java.io.Console;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Waits with a progress bar where somebody looks, silently elsewhere. No state. */
final class Progress {
    private Progress() {}

    /** Blocks until the latch opens or the limit is over. */
    static void wait(CountDownLatch end, Duration limit) throws InterruptedException {
        boolean watched = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        if (!watched) {
            end.await(limit.toMillis(), TimeUnit.MILLISECONDS);
            return;
        }
        try (ProgressBar bar = new ProgressBarBuilder()
                .setTaskName("collecting")
                .setInitialMax(limit.toSeconds())
                .setStyle(ProgressBarStyle.ASCII)
                .build()) {
            for (long second = 0; second < limit.toSeconds(); second++) {
                if (end.await(1, TimeUnit.SECONDS)) {
                    return;
                }
                bar.step();
            }
        }
    }
}
