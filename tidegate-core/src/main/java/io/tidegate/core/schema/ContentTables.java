package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.BYTES;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TICKS;

import java.util.List;

/** What rows refer to: identities, texts, plans. */
final class ContentTables {
    static final Table PLAN = new Table(
            "plan_identity",
            "Identity of each plan that rows refer to; the first one stored stays.",
            Columns.join(
                    Columns.series(),
                    Column.of("plan_id", BIGINT, "plan_id"),
                    Column.of("query_id", BIGINT, "query_id"),
                    Column.of("query_text_id", BIGINT, "query_text_id"),
                    Column.of("context_settings_id", BIGINT, "context_settings_id"),
                    Column.of("object_id", BIGINT, "containing module; 0 for ad hoc"),
                    Column.of("query_hash", BIGINT, "query_hash as a big-endian number"),
                    Column.of("query_plan_hash", BIGINT, "query_plan_hash as a big-endian number"),
                    Column.of("initial_compile_ticks", TICKS, "initial_compile_start_time of the plan"),
                    Column.of("is_forced_plan", BOOLEAN, "when last read")),
            List.of("home", "lineage", "epoch", "plan_id"));

    static final Table TEXT_REF = new Table(
            "text_ref",
            "Which content a query text id has.",
            Columns.join(
                    Columns.series(),
                    Column.of("query_text_id", BIGINT, "query_text_id"),
                    Column.nullable("content_hash", BYTES, "NULL: there is none, see absence"),
                    Column.nullable(
                            "source_bytes", BIGINT, "UTF-16 bytes at the source; NULL: recorded before version 7"),
                    absence("encrypted or restricted")),
            List.of("home", "lineage", "epoch", "query_text_id"));

    static final Table PLAN_REF = new Table(
            "plan_ref",
            "Which content a plan id has.",
            Columns.join(
                    Columns.series(),
                    Column.of("plan_id", BIGINT, "plan_id"),
                    Column.nullable("content_hash", BYTES, "NULL: there is none, see absence"),
                    Column.of(
                            "source_bytes",
                            BIGINT,
                            "UTF-16 bytes at the source; 0 with NULL hash: NULL there, or gone"),
                    absence("a plan that the source did not keep")),
            List.of("home", "lineage", "epoch", "plan_id"));

    static final Table CONTENT = new Table(
            "content",
            "Texts and plans, once per content over the whole fleet.",
            List.of(
                    Column.of("content_hash", BYTES, "SHA-256 of the UTF-8 bytes"),
                    Column.of("codec", INT, "0 plain UTF-8, 1 zstd"),
                    Column.of("plain_bytes", BIGINT, "length before compression"),
                    Column.of("body", BYTES, "the bytes")),
            List.of("content_hash"));

    private ContentTables() {}

    private static Column absence(String whatIsNull) {
        return Column.nullable(
                "absence",
                TEXT,
                "why there is no content: OVER_CAP, NULL_AT_SOURCE (" + whatIsNull
                        + "), GONE (removed before it was read), WITHHELD (privacy); NULL with a NULL hash: recorded before version 7");
    }
}
