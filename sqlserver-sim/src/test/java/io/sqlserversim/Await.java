package io.sqlserversim;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what cannot be waited for in another way, by polling, for a bounded time. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long POLL_NANOS = 2_000_000;

    private Await() {}

    /**
     * Polls until the condition holds.
     *
     * @param what it is, for the failure's text
     * @param condition cheap to ask; when asking throws, the wait has failed
     */
    public static void until(String what, Callable<Boolean> condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!holds(what, condition)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited more than " + LIMIT + " until " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean holds(String what, Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError("while waiting until " + what, e);
        }
    }
}
