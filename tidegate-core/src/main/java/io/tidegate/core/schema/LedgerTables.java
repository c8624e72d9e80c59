package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.List;

/** What is known of each interval, and what is under way. */
final class LedgerTables {
    static final Table INTERVAL = new Table(
            "ledger_interval",
            "The ledger: each interval ever seen, per kind.",
            Columns.join(
                    Columns.series(),
                    Column.of("kind", TEXT, "RUNTIME or WAITS"),
                    Column.of("interval_id", BIGINT, "runtime_stats_interval_id"),
                    Column.of("start_time", TIMESTAMP, "inclusive"),
                    Column.of("end_time", TIMESTAMP, "exclusive"),
                    Column.of("state", TEXT, "LISTED, HELD, INHERITED or GONE"),
                    Column.of("gone_reason", TEXT, "why it is gone, or held from its last peek alone; else empty"),
                    Column.nullable("gone_at", TIMESTAMP, "when the source was first seen without it, by its clock"),
                    Column.of("flags", INT, "bit per LedgerEntry.Flag, by its ordinal"),
                    Column.nullable("row_count", BIGINT, "rows held"),
                    Column.nullable("executions", BIGINT, "executions held; 0 for WAITS"),
                    Column.nullable("cpu_micros", BIGINT, "total CPU held, microseconds; 0 for WAITS"),
                    Column.nullable("duration_micros", BIGINT, "total duration held, microseconds; 0 for WAITS"),
                    Column.nullable("checksum", BIGINT, "checksum of what is held"),
                    Column.of("revision", BIGINT, "0 while never corrected; +1 with each correction"),
                    Column.nullable("held_at", TIMESTAMP, "when it became held, by the source's clock"),
                    Column.nullable(
                            "verified_at",
                            TIMESTAMP,
                            "when a census agreed with all that can be held of it, by the source's clock"),
                    Column.nullable(
                            "next_count_at",
                            TIMESTAMP,
                            "when it is counted again, since other replica groups report late, by the source's clock; NULL"
                                    + " where none does, and after the last count"),
                    Column.of("torn_reads", INT, "agreeing settled reads that met two rows for one key"),
                    Column.of("torn_checksum", BIGINT, "checksum of the last of these; 0 when none"),
                    Column.nullable("torn_at", TIMESTAMP, "source time of the last that counted"),
                    Column.nullable("wait_millis", BIGINT, "total wait held, milliseconds; 0 or NULL for RUNTIME")),
            List.of("home", "lineage", "epoch", "kind", "interval_id"));

    static final Table BAND = new Table(
            "band",
            "Bands under way. Ranges of one series and kind never overlap.",
            Columns.join(
                    Columns.series(),
                    Column.of("kind", TEXT, "RUNTIME or WAITS"),
                    Column.of("first_interval_id", BIGINT, "lowest interval, inclusive"),
                    Column.of("last_interval_id", BIGINT, "highest interval, inclusive"),
                    Column.of("phase", TEXT, "ROWS or IDENTITIES"),
                    Column.nullable("cursor_interval_id", BIGINT, "last key staged; NULL when none"),
                    Column.nullable("cursor_replica_group_id", BIGINT, "of that key"),
                    Column.nullable("cursor_plan_id", BIGINT, "of that key"),
                    Column.nullable("cursor_execution_type", INT, "of that key"),
                    Column.of("attempts", INT, "readings begun since the cursor last moved"),
                    Column.of("revision", BIGINT, "compared and set by each commit"),
                    Column.of("staged_rows", BIGINT, "rows staged so far"),
                    Column.of("by_plan", BOOLEAN, "whether the cursor's order begins with the plan"),
                    Column.of("split_keys", BIGINT, "keys met with more than one row, and rows with negative plan ids"),
                    Column.of("checksum", BIGINT, "checksum of all merged rows met so far"),
                    Column.of("term", BIGINT, "term of the node that wrote it last; 0 in Lite"),
                    Column.nullable("cursor_wait_category", INT, "of the cursor's key; NULL for RUNTIME")),
            List.of("home", "lineage", "epoch", "kind", "first_interval_id"));

    private LedgerTables() {}
}
