package io.tidegate.store.duckdb;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;

/** Appends a series' rows and flushes them, inside a transaction that a statement has begun. */
final class RowAppender {
    private final Db db;
    private final SeriesKey series;
    private final StoreTimes times;

    RowAppender(Db db, SeriesKey series, StoreTimes times) {
        this.db = db;
        this.series = series;
        this.times = times;
    }

    /** Rows under the number of their band. */
    record Numbered(long bandNumber, List<? extends StatsRow> rows) {}

    /**
     * Appends to the facts.
     *
     * @param facts which, of the rows' kind
     * @param starts begin of each interval that is in the ledger
     * @throws IllegalArgumentException when a row's interval is not
     */
    void facts(Facts facts, Map<Long, Instant> starts, List<Numbered> bands) throws SQLException {
        if (bands.stream().allMatch(band -> band.rows().isEmpty())) {
            return;
        }
        int serverId = RegistrySql.serverOf(db, series);
        try (StoreTimes.Span span = times.append();
                DuckDBAppender a = db.appender(facts.table)) {
            for (Numbered band : bands) {
                append(a, serverId, starts, band);
            }
            a.flush();
        }
    }

    private void append(DuckDBAppender a, int serverId, Map<Long, Instant> starts, Numbered band) throws SQLException {
        if (!band.rows().isEmpty()) {
            long lastId = band.rows().getFirst().key().intervalId();
            long startMicros = start(starts, lastId);
            for (StatsRow row : band.rows()) {
                if (row.key().intervalId() != lastId) {
                    lastId = row.key().intervalId();
                    startMicros = start(starts, lastId);
                }
                a.beginRow();
                a.append(series.home()).append(series.lineage()).append(series.epoch());
                a.appendEpochMicros(startMicros).append(serverId);
                row(a, row);
                a.append(band.bandNumber());
                a.endRow();
            }
        }
    }

    /** Appends one band's rows to the facts, as {@link #facts(Facts, Map, List)} does. */
    void facts(Facts facts, long bandNumber, Map<Long, Instant> starts, List<? extends StatsRow> rows)
            throws SQLException {
        facts(facts, starts, List.of(new Numbered(bandNumber, rows)));
    }

    /** Appends to the peeks. */
    void peek(long peekNumber, boolean isCurrent, List<RuntimeRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (DuckDBAppender a = db.appender("peek")) {
            for (RuntimeRow row : rows) {
                a.beginRow();
                a.append(series.home()).append(series.lineage()).append(series.epoch());
                a.append(peekNumber).append(isCurrent);
                row(a, row);
                a.endRow();
            }
            a.flush();
        }
    }

    private static long start(Map<Long, Instant> starts, long intervalId) {
        Instant start = starts.get(intervalId);
        if (start == null) {
            throw new IllegalArgumentException("interval " + intervalId + " is not in the ledger");
        }
        return SqlTimes.micros(start);
    }

    private static void row(DuckDBAppender a, StatsRow row) throws SQLException {
        switch (row) {
            case RuntimeRow runtime -> row(a, runtime);
            case WaitRow waits -> row(a, waits);
        }
    }

    private static void row(DuckDBAppender a, WaitRow row) throws SQLException {
        a.append(row.key().intervalId())
                .append(row.key().replicaGroup())
                .append(row.key().planId());
        a.append(row.key().waitCategory()).append(row.key().executionType());
        a.append(row.totalMillis());
        number(a, row.avgMillis());
        a.append(row.lastMillis()).append(row.minMillis()).append(row.maxMillis());
        number(a, row.stdevMillis());
    }

    private static void row(DuckDBAppender a, RuntimeRow row) throws SQLException {
        a.append(row.key().intervalId()).append(row.key().replicaGroup());
        a.append(row.key().planId()).append(row.key().executionType());
        a.append(row.firstExecutionTicks()).append(row.lastExecutionTicks()).append(row.executions());
        MetricValues v = row.values();
        double[] avg = v.avg();
        long[] last = v.last();
        long[] min = v.min();
        long[] max = v.max();
        double[] stdev = v.stdev();
        for (int m = 0; m < Metric.COUNT; m++) {
            number(a, avg[m]);
            number(a, last[m]);
            number(a, min[m]);
            number(a, max[m]);
            number(a, stdev[m]);
        }
    }

    private static void number(DuckDBAppender a, double value) throws SQLException {
        if (Double.isNaN(value)) {
            a.appendNull();
        } else {
            a.append(value);
        }
    }

    private static void number(DuckDBAppender a, long value) throws SQLException {
        if (value == MetricValues.ABSENT) {
            a.appendNull();
        } else {
            a.append(value);
        }
    }
}
