package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.List;

/** Rows: staged, held, peeked. */
final class FactTables {
    static final Table STAGE = new Table(
            "stage",
            "Runtime rows of bands under way; never seen by readers.",
            Columns.join(
                    Columns.join(
                            Columns.series(),
                            Column.of("kind", TEXT, "RUNTIME or WAITS"),
                            Column.of("band_first_interval_id", BIGINT, "the band's first interval")),
                    Columns.runtimeRow()),
            List.of());

    static final Table RUNTIME_STATS = new Table(
            "runtime_stats",
            "Facts of held intervals, one row per natural key.",
            Columns.join(
                    Columns.join(
                            Columns.series(),
                            Column.of("interval_start", TIMESTAMP, "start of the interval; partitions by time"),
                            Column.of("server_id", INT, "server that was read")),
                    Columns.runtimeRow()),
            List.of(
                    "home",
                    "lineage",
                    "epoch",
                    "interval_start",
                    "interval_id",
                    "replica_group_id",
                    "plan_id",
                    "execution_type"));

    static final Table WAIT_STAGE = new Table(
            "wait_stage",
            "Rows of wait stats of bands under way; never seen by readers.",
            Columns.join(
                    Columns.join(
                            Columns.series(), Column.of("band_first_interval_id", BIGINT, "the band's first interval")),
                    Columns.waitRow()),
            List.of());

    static final Table WAIT_STATS = new Table(
            "wait_stats",
            "Facts of held intervals: what was waited for, one row per natural key.",
            Columns.join(
                    Columns.join(
                            Columns.series(),
                            Column.of("interval_start", TIMESTAMP, "start of the interval; partitions by time"),
                            Column.of("server_id", INT, "server that was read")),
                    Columns.waitRow()),
            List.of(
                    "home",
                    "lineage",
                    "epoch",
                    "interval_start",
                    "interval_id",
                    "replica_group_id",
                    "plan_id",
                    "wait_category",
                    "execution_type"));

    static final Table PEEK = new Table(
            "peek",
            "Rows of peeks at intervals that are not held; readers see the current ones.",
            Columns.join(
                    Columns.join(
                            Columns.series(),
                            Column.of("peek_number", BIGINT, "rising per interval"),
                            Column.of("is_current", BOOLEAN, "false while it is being staged")),
                    Columns.runtimeRow()),
            List.of());

    private FactTables() {}
}
