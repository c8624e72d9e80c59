package io.sqlserversim.querystore.capture;

import io.sqlserversim.querystore.options.QueryStoreOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statements that clients ran in the database of one store, and what they cost in each interval. Keeps 1,000
 * statements, of each 100 intervals; what comes after the thousandth is not recorded. Times are steps of 100 ns since
 * 1970. Thread-safe.
 */
public final class CapturedStatements {
    private static final long FIRST_ID = 1_000_001;
    private static final int MOST_QUERIES = 1_000;
    private static final int MOST_ROWS = 300;

    private final Map<String, Query> queries = new LinkedHashMap<>(); // guarded by this
    private final CapturePolicy policy = new CapturePolicy(); // guarded by this

    private record Key(long intervalId, int executionType) {}

    /** Guarded by the enclosing object. */
    private static final class Part {
        private final Sums flushed = new Sums();
        private Sums memory = new Sums();

        void flush(long lastFlush) {
            if (memory.count > 0 && memory.lastEnd <= lastFlush) {
                flushed.add(memory);
                memory = new Sums();
            }
        }
    }

    /** Guarded by the enclosing object. */
    private static final class Query {
        private final CapturedQuery first;
        private final TreeMap<Key, Part> parts =
                new TreeMap<>(Comparator.comparingLong(Key::intervalId).thenComparingInt(Key::executionType));
        private long lastEnd;

        Query(CapturedQuery first) {
            this.first = first;
            this.lastEnd = first.lastEnd();
        }

        CapturedQuery now() {
            return new CapturedQuery(first.id(), first.text(), first.compiled(), lastEnd, first.hash());
        }
    }

    /** Nothing was captured yet. */
    public CapturedStatements() {}

    /**
     * Records an execution, if the capture mode lets it.
     *
     * @param execution what ran
     * @param options of the store: capture mode and thresholds
     * @param intervalId the running interval
     * @param end when it ended
     * @param lastFlush what had ended by then has been written
     */
    public synchronized void record(
            Execution execution, QueryStoreOptions options, long intervalId, long end, long lastFlush) {
        Query query = queries.get(execution.text());
        if (query == null) {
            if (queries.size() >= MOST_QUERIES || !policy.captures(options, execution, end)) {
                return;
            }
            long hash = execution.text().hashCode() * 0x9E3779B97F4A7C15L
                    ^ execution.text().length();
            query = new Query(new CapturedQuery(FIRST_ID + queries.size(), execution.text(), end, end, hash));
            queries.put(execution.text(), query);
        }
        query.lastEnd = end;
        Part part = query.parts.computeIfAbsent(new Key(intervalId, execution.executionType()), key -> new Part());
        part.flush(lastFlush);
        part.memory.add(execution, end);
        if (query.parts.size() > MOST_ROWS) {
            query.parts.pollFirstEntry();
        }
    }

    /**
     * The captured queries.
     *
     * @return by id
     */
    public synchronized List<CapturedQuery> queries() {
        return queries.values().stream().map(Query::now).toList();
    }

    /**
     * The rows of an interval as the views show them.
     *
     * @param intervalId which
     * @param lastFlush what had ended by then has been written
     * @return by plan and execution type, the flushed part first
     */
    public synchronized List<CapturedRow> rows(long intervalId, long lastFlush) {
        List<CapturedRow> rows = new ArrayList<>();
        for (Query query : queries.values()) {
            query.parts
                    .subMap(new Key(intervalId, 0), true, new Key(intervalId, Integer.MAX_VALUE), true)
                    .forEach((key, part) -> {
                        part.flush(lastFlush);
                        add(rows, key, query.first.id(), part.flushed);
                        add(rows, key, query.first.id(), part.memory);
                    });
        }
        return rows;
    }

    private static void add(List<CapturedRow> rows, Key key, long planId, Sums sums) {
        if (sums.count > 0) {
            rows.add(new CapturedRow(key.intervalId(), planId, key.executionType(), sums.copy()));
        }
    }

    /**
     * The rows of an interval, one per plan and execution type.
     *
     * @param intervalId which
     * @return by plan and execution type
     */
    public synchronized List<CapturedRow> merged(long intervalId) {
        List<CapturedRow> merged = new ArrayList<>();
        for (CapturedRow row : rows(intervalId, Long.MIN_VALUE)) {
            CapturedRow before = merged.isEmpty() ? null : merged.getLast();
            if (before != null && before.planId() == row.planId() && before.executionType() == row.executionType()) {
                merged.set(merged.size() - 1, before.with(row));
            } else {
                merged.add(row);
            }
        }
        return merged;
    }

    /** Forgets everything, as a CLEAR or a restore does. */
    public synchronized void clear() {
        queries.clear();
    }

    /**
     * Loses what is in memory.
     *
     * @param lastFlush what had ended by then has been written
     */
    public synchronized void crash(long lastFlush) {
        queries.values()
                .forEach(query -> query.parts.values().forEach(part -> {
                    part.flush(lastFlush);
                    part.memory = new Sums();
                }));
    }
}
