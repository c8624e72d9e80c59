package io.sqlserversim.instance;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the heavy statements that run at a server at the same moment, whoever sent them, and keeps the maximum ever
 * seen. Thread-safe.
 */
public final class HeavyJudge {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger maximum = new AtomicInteger();
    private final AtomicLong total = new AtomicLong();

    /** A judge that has seen nothing yet. */
    public HeavyJudge() {}

    /** A heavy statement begins: called when it is bound, before its first row. */
    public void enter() {
        int now = running.incrementAndGet();
        total.incrementAndGet();
        maximum.accumulateAndGet(now, Math::max);
    }

    /** A heavy statement has truly ended. */
    public void leave() {
        running.decrementAndGet();
    }

    /**
     * Heavy statements running now.
     *
     * @return 0 or more
     */
    public int running() {
        return running.get();
    }

    /**
     * The most that ever ran at the same moment.
     *
     * @return 0 or more
     */
    public int maximum() {
        return maximum.get();
    }

    /**
     * Heavy statements begun since the server started.
     *
     * @return 0 or more
     */
    public long total() {
        return total.get();
    }
}
