package io.sqlserversim.server;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waiting for something that another thread does. */
final class Eventually {
    private static final int TRIES = 20_000;

    private Eventually() {}

    /** Looks every millisecond, at most 20,000 times. */
    static void holds(String what, BooleanSupplier condition) {
        for (int i = 0; i < TRIES; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            LockSupport.parkNanos(1_000_000);
        }
        throw new AssertionError("never: " + what);
    }
}
