package io.sqlserversim.fleet;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what cannot be waited for in another way, by polling, for a bounded time. */
final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long POLL_NANOS = 2_000_000;

    private Await() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited more than " + LIMIT + " until " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
