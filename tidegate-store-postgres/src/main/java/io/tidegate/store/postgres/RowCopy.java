package io.tidegate.store.postgres;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.BandKey;
import java.sql.SQLException;
import java.util.List;

/** Copies a series' rows into stage or peek. Runs inside a transaction of the caller's. */
final class RowCopy {
    private static final String PEEK = "home, lineage, epoch, peek_number, is_current, " + Facts.RUNTIME.list("");

    private RowCopy() {}

    static void stage(Db db, BandKey b, List<? extends StatsRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Facts facts = Facts.of(b.kind());
        boolean hasKind = facts == Facts.RUNTIME;
        String columns = "home, lineage, epoch, " + (hasKind ? "kind, " : "") + "band_first_interval_id, ";
        int count = (hasKind ? 5 : 4) + facts.columns().size();
        try (BinaryCopy copy = new BinaryCopy(db, facts.stage, columns + facts.list(""))) {
            for (StatsRow row : rows) {
                begin(copy, b.series(), count);
                if (hasKind) {
                    copy.text(b.kind().name());
                }
                copy.int8(b.firstIntervalId());
                row(copy, row);
            }
            copy.finish();
        }
    }

    /** Rows that are not current yet. */
    static void peek(Db db, SeriesKey k, long peekNumber, List<RuntimeRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        int columns = 5 + Facts.RUNTIME.columns().size();
        try (BinaryCopy copy = new BinaryCopy(db, "peek", PEEK)) {
            for (RuntimeRow row : rows) {
                begin(copy, k, columns);
                copy.int8(peekNumber);
                copy.bool(false);
                row(copy, row);
            }
            copy.finish();
        }
    }

    private static void begin(BinaryCopy copy, SeriesKey k, int columns) throws SQLException {
        copy.row(columns);
        copy.int4(k.home());
        copy.int4(k.lineage());
        copy.int4(k.epoch());
    }

    private static void row(BinaryCopy copy, StatsRow row) throws SQLException {
        switch (row) {
            case RuntimeRow runtime -> row(copy, runtime);
            case WaitRow waits -> row(copy, waits);
        }
    }

    private static void row(BinaryCopy copy, WaitRow row) throws SQLException {
        copy.int8(row.key().intervalId());
        copy.int8(row.key().replicaGroup());
        copy.int8(row.key().planId());
        copy.int4(row.key().waitCategory());
        copy.int4(row.key().executionType());
        copy.int8(row.totalMillis());
        number(copy, row.avgMillis());
        copy.int8(row.lastMillis());
        copy.int8(row.minMillis());
        copy.int8(row.maxMillis());
        number(copy, row.stdevMillis());
    }

    private static void row(BinaryCopy copy, RuntimeRow row) throws SQLException {
        copy.int8(row.key().intervalId());
        copy.int8(row.key().replicaGroup());
        copy.int8(row.key().planId());
        copy.int4(row.key().executionType());
        copy.int8(row.firstExecutionTicks());
        copy.int8(row.lastExecutionTicks());
        copy.int8(row.executions());
        MetricValues v = row.values();
        for (int m = 0; m < Metric.COUNT; m++) {
            number(copy, v.avg()[m]);
            number(copy, v.last()[m]);
            number(copy, v.min()[m]);
            number(copy, v.max()[m]);
            number(copy, v.stdev()[m]);
        }
    }

    private static void number(BinaryCopy copy, double value) throws SQLException {
        if (Double.isNaN(value)) {
            copy.nothing();
        } else {
            copy.float8(value);
        }
    }

    private static void number(BinaryCopy copy, long value) throws SQLException {
        if (value == MetricValues.ABSENT) {
            copy.nothing();
        } else {
            copy.int8(value);
        }
    }
}
