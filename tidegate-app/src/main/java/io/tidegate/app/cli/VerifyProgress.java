package io.tidegate.app.cli;

import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.web.api.Answers;
import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Follows a comparison to its end, with a progress bar where somebody looks. No state. */
final class VerifyProgress {
    private static final long LOOK_MILLIS = 200;

    private VerifyProgress() {}

    /** Blocks until it has ended. */
    static Verification follow(Answers answers, Verification begun) throws InterruptedException {
        boolean watched = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        if (!watched) {
            return follow(answers, begun, null);
        }
        try (ProgressBar bar = new ProgressBarBuilder()
                .setTaskName("comparing")
                .setStyle(ProgressBarStyle.ASCII)
                .build()) {
            return follow(answers, begun, bar);
        }
    }

    private static Verification follow(Answers answers, Verification begun, @Nullable ProgressBar bar)
            throws InterruptedException {
        Verification now = begun;
        while (!now.isDone()) {
            Thread.sleep(LOOK_MILLIS);
            now = answers.verification(begun.id());
            if (bar != null) {
                bar.maxHint(now.intervals());
                bar.stepTo(now.compared());
            }
        }
        return now;
    }
}
