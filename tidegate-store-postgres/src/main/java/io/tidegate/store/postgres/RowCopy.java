package io.tidegate.store.postgres;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.LogicalSchema;
import io.tidegate.core.schema.Table;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Copies a series' runtime rows into stage or peek. Runs inside a transaction of the caller's. */
final class RowCopy {
    /** Columns of a runtime row behind whatever says whose it is: key, executions, metrics. */
    static final List<String> COLUMNS = columns();

    /** Those that are part of a fact's key. */
    static final int KEY_COLUMNS = 4;

    private static final String STAGE = "home, lineage, epoch, kind, band_first_interval_id, " + list("");
    private static final String PEEK = "home, lineage, epoch, peek_number, is_current, " + list("");
    private static final int WHOSE = 5;

    private RowCopy() {}

    /** The columns, comma-separated, each behind a prefix such as {@code s.}. */
    static String list(String prefix) {
        return COLUMNS.stream().map(c -> prefix + c).collect(Collectors.joining(", "));
    }

    private static List<String> columns() {
        Table facts = LogicalSchema.table("runtime_stats");
        return facts.columns().stream()
                .map(Column::name)
                .dropWhile(name -> !name.equals("interval_id"))
                .toList();
    }

    static void stage(Db db, SeriesKey k, long bandFirst, List<RuntimeRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (BinaryCopy copy = new BinaryCopy(db, "stage", STAGE)) {
            for (RuntimeRow row : rows) {
                begin(copy, k);
                copy.text(Kind.RUNTIME.name());
                copy.int8(bandFirst);
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
        try (BinaryCopy copy = new BinaryCopy(db, "peek", PEEK)) {
            for (RuntimeRow row : rows) {
                begin(copy, k);
                copy.int8(peekNumber);
                copy.bool(false);
                row(copy, row);
            }
            copy.finish();
        }
    }

    private static void begin(BinaryCopy copy, SeriesKey k) throws SQLException {
        copy.row(WHOSE + COLUMNS.size());
        copy.int4(k.home());
        copy.int4(k.lineage());
        copy.int4(k.epoch());
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
