package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.List;

/** Who is collected from. */
final class RegistryTables {
    static final Table SCHEMA_VERSION = new Table(
            "schema_version",
            "Versions that the store was migrated through; the highest is the one it has.",
            List.of(
                    Column.of("version", INT, "version of the logical schema"),
                    Column.of("applied_at", TIMESTAMP, "when, by our clock")),
            List.of("version"));

    static final Table SERVER = new Table(
            "server",
            "Servers ever registered; a number is never given twice.",
            List.of(
                    Column.of("server_id", INT, "the server's number"),
                    Column.of("name", TEXT, "the host's own key for it; unique")),
            List.of("server_id"));

    static final Table SERIES = new Table(
            "series",
            "One life of one database's Query Store.",
            Columns.join(
                    Columns.series(),
                    Column.of("server_id", INT, "server it was last read from"),
                    Column.of("database_name", TEXT, "the database's name when last seen"),
                    Column.of("source_database_id", INT, "database_id when last seen"),
                    Column.of("first_contact", TIMESTAMP, "start of the interval open at the first probe; never moved"),
                    Column.of("source_now", TIMESTAMP, "the source's clock at the last probe"),
                    Column.of("is_current", BOOLEAN, "false once a later epoch exists"),
                    Column.nullable("actual_state", INT, "Query Store's state at the last probe"),
                    Column.nullable("readonly_reason", INT, "bitmap at the last probe"),
                    Column.nullable("flush_interval_seconds", BIGINT, "option at the last probe"),
                    Column.nullable("interval_length_minutes", BIGINT, "option at the last probe"),
                    Column.nullable("stale_query_threshold_days", BIGINT, "option at the last probe; 0 = never"),
                    Column.nullable("current_storage_size_mb", BIGINT, "size at the last probe"),
                    Column.nullable("max_storage_size_mb", BIGINT, "cap at the last probe"),
                    Column.nullable("size_based_cleanup", BOOLEAN, "option at the last probe"),
                    Column.nullable(
                            "group_database_id",
                            TEXT,
                            "what names it in its availability group, or its links of geo-replication; null outside of one"),
                    Column.nullable(
                            "recovery_fork", TEXT, "recovery_fork_guid at that server; null while it was not seen")),
            List.of("home", "lineage", "epoch"));

    private RegistryTables() {}
}
