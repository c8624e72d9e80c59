package io.tidegate.core.time;

/** The real {@link Ticker}: {@link System#nanoTime()}. Immutable, thread-safe. */
public enum SystemTicker implements Ticker {
    /** The one system ticker. */
    INSTANCE;

    @Override
    public long readNanos() {
        return System.nanoTime();
    }
}
