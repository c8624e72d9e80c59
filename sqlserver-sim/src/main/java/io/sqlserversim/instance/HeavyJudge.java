package io.sqlserversim.instance;

import io.sqlserversim.types.Collation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the heavy statements that run at a server at the same moment, whoever sent them, and keeps the maximum ever
 * seen; and the same for the sessions of each database alone, since a database of Azure SQL Database is a server of its
 * own. Thread-safe.
 */
public final class HeavyJudge {
    private final Count all = new Count();
    private final Map<String, Count> ofDatabases = new ConcurrentHashMap<>();
    private final AtomicLong total = new AtomicLong();

    /** A judge that has seen nothing yet. */
    public HeavyJudge() {}

    private static final class Count {
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger maximum = new AtomicInteger();

        void enter() {
            maximum.accumulateAndGet(running.incrementAndGet(), Math::max);
        }
    }

    /**
     * A heavy statement begins: called when it is bound, before its first row.
     *
     * @param database the current one of its session
     */
    public void enter(String database) {
        all.enter();
        total.incrementAndGet();
        of(database).enter();
    }

    /**
     * A heavy statement has truly ended.
     *
     * @param database the one that it entered with
     */
    public void leave(String database) {
        of(database).running.decrementAndGet();
        all.running.decrementAndGet();
    }

    private Count of(String database) {
        return ofDatabases.computeIfAbsent(Collation.key(database), name -> new Count());
    }

    /**
     * Heavy statements running now.
     *
     * @return 0 or more
     */
    public int running() {
        return all.running.get();
    }

    /**
     * The most that ever ran at the same moment.
     *
     * @return 0 or more
     */
    public int maximum() {
        return all.maximum.get();
    }

    /**
     * The most that ever ran at the same moment from sessions of one database.
     *
     * @param database their current one
     * @return 0 or more
     */
    public int maximum(String database) {
        return of(database).maximum.get();
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
