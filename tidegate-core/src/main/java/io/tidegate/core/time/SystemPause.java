package io.tidegate.core.time;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.concurrent.CountDownLatch;

/** The real {@link Pause}, by {@link SystemTicker}. Thread-safe. */
public final class SystemPause implements Pause {
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** Makes a pause that is not stopped. */
    public SystemPause() {}

    @Override
    public boolean until(long tickerNanos) {
        try {
            return !stopped.await(tickerNanos - SystemTicker.INSTANCE.readNanos(), NANOSECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    @Override
    public boolean isStopped() {
        return stopped.getCount() == 0;
    }
}
