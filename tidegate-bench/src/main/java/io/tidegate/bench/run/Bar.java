package io.tidegate.bench.run;

import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar where somebody looks, nothing elsewhere. Confined to one thread. */
public final class Bar implements AutoCloseable {
    private final @Nullable ProgressBar bar;

    /**
     * Shows it.
     *
     * @param task what goes on
     * @param whole how much there is to do
     */
    public Bar(String task, long whole) {
        boolean watched = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        bar = watched
                ? new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(whole)
                        .setStyle(ProgressBarStyle.ASCII)
                        .build()
                : null;
    }

    /**
     * Moves it.
     *
     * @param done how much is done
     */
    public void at(long done) {
        if (bar != null) {
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
