package io.tidegate.core.step;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the abandoned bodies that still run, over all steps that share it. Thread-safe. */
public final class AbandonedSteps {
    private final AtomicInteger running = new AtomicInteger();

    /** Starts at none. */
    public AbandonedSteps() {}

    /**
     * Looks.
     *
     * @return bodies that were abandoned and have not ended
     */
    public int running() {
        return running.get();
    }

    void begin() {
        running.incrementAndGet();
    }

    void end() {
        running.decrementAndGet();
    }
}
