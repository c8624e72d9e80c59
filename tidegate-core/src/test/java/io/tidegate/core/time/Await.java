package io.tidegate.core.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded polling: the one place where a test waits for something that has no latch of its own. */
public final class Await {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final long POLL_NANOS = 1_000_000;

    private Await() {}

    /** Blocks until the condition holds; fails after 30 s. */
    public static void until(String what, BooleanSupplier condition) {
        until(what, BOUND, condition);
    }

    /** Blocks until the condition holds; fails when the bound has passed. */
    public static void until(String what, Duration bound, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > bound.toNanos()) {
                throw new AssertionError("not within " + bound.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
