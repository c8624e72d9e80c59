package io.tidegate.collector.lane;

import io.tidegate.collector.work.VerifyWork.Finding;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.Verifier;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** What a comparison has found so far. Thread-safe. */
public final class VerifyFindings {
    private final Map<Key, Row> rows = new ConcurrentHashMap<>();

    /** Nothing found yet. */
    public VerifyFindings() {}

    private record Key(String server, String database, Kind kind) {}

    /**
     * The row of a database and kind; made when there is none.
     *
     * @param server the server's name
     * @param database the database's name; empty for the whole server
     * @param kind runtime or waits
     * @return always the same one
     */
    public Row of(String server, String database, Kind kind) {
        return rows.computeIfAbsent(new Key(server, database, kind), Row::new);
    }

    /**
     * Whether nothing was found of a server yet.
     *
     * @param server the server's name
     * @return true when it has no row
     */
    public boolean isEmpty(String server) {
        return rows.keySet().stream().noneMatch(key -> key.server().equals(server));
    }

    /**
     * All rows.
     *
     * @return a snapshot, by server, database and kind
     */
    public List<Verifier.Row> rows() {
        return rows.values().stream()
                .map(Row::snapshot)
                .sorted(Comparator.comparing(Verifier.Row::server)
                        .thenComparing(Verifier.Row::database)
                        .thenComparing(Verifier.Row::kind))
                .toList();
    }

    /** What was found of one kind of rows of a database. Thread-safe: every field is guarded by the lock. */
    public static final class Row {
        private final ReentrantLock lock = new ReentrantLock();
        private final Key key;
        private final Map<Finding, Long> found = new EnumMap<>(Finding.class);
        private long held;
        private long gone;
        private boolean isStopped;
        private String reason = "";
        private boolean isBusy;

        private Row(Key key) {
            this.key = key;
        }

        /**
         * Held intervals in the scope.
         *
         * @param more how many more
         */
        public void held(long more) {
            guarded(() -> held += more);
        }

        /**
         * Held ones that the source has no more.
         *
         * @param more how many more
         */
        public void gone(long more) {
            guarded(() -> gone += more);
        }

        void found(Finding finding) {
            guarded(() -> found.merge(finding, 1L, Long::sum));
        }

        /**
         * The rest cannot be compared, which is no agreement.
         *
         * @param why for a user
         * @param busy whether somebody else's lease or lock, or a spent budget, is the reason
         */
        public void unverified(String why, boolean busy) {
            guarded(() -> {
                isStopped = true;
                reason = why;
                isBusy = busy;
            });
        }

        private void guarded(Runnable change) {
            lock.lock();
            try {
                change.run();
            } finally {
                lock.unlock();
            }
        }

        private Verifier.Row snapshot() {
            lock.lock();
            try {
                long judged = found.values().stream().mapToLong(Long::longValue).sum();
                return new Verifier.Row(
                        key.server(),
                        key.database(),
                        key.kind().name().toLowerCase(Locale.ROOT),
                        held,
                        count(Finding.AGREES),
                        count(Finding.REPAIRED),
                        count(Finding.THINNED),
                        gone,
                        count(Finding.DIFFERS),
                        isStopped ? held - gone - judged : 0,
                        reason,
                        isBusy);
            } finally {
                lock.unlock();
            }
        }

        private long count(Finding finding) {
            return found.getOrDefault(finding, 0L);
        }
    }
}
