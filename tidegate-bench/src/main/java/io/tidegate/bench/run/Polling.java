package io.tidegate.bench.run;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for something that another process does. No state. */
public final class Polling {
    private static final long LOOK_MILLIS = 50;

    private Polling() {}

    /**
     * Blocks until a condition holds.
     *
     * @param what is waited for, for the message
     * @param limit how long at most
     * @param holds the condition
     * @throws Exception what the condition throws; {@link IllegalStateException} when the limit is over
     */
    public static void until(String what, Duration limit, Callable<Boolean> holds) throws Exception {
        long begun = System.nanoTime();
        while (!holds.call()) {
            if (System.nanoTime() - begun > limit.toNanos()) {
                throw new IllegalStateException("waited " + limit.toSeconds() + " s in vain until " + what);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }
}
