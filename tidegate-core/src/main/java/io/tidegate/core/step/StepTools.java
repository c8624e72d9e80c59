package io.tidegate.core.step;

import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/**
 * What all steps of a host share. Immutable.
 *
 * @param threads makes the thread of each body and each hook: virtual ones
 * @param deadlines arms the deadline and the second limit
 * @param ticker measures
 * @param lateFaults hears what no caller is there for
 * @param abandoned counts abandoned bodies that still run
 */
public record StepTools(
        ThreadFactory threads, Deadlines deadlines, Ticker ticker, LateFaults lateFaults, AbandonedSteps abandoned) {
    /** Checks that all are there. */
    public StepTools {
        Objects.requireNonNull(threads, "threads");
        Objects.requireNonNull(deadlines, "deadlines");
        Objects.requireNonNull(ticker, "ticker");
        Objects.requireNonNull(lateFaults, "lateFaults");
        Objects.requireNonNull(abandoned, "abandoned");
    }
}
