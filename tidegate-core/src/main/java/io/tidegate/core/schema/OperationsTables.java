package io.tidegate.core.schema;

import static io.tidegate.core.schema.LogicalType.BIGINT;
import static io.tidegate.core.schema.LogicalType.BOOLEAN;
import static io.tidegate.core.schema.LogicalType.INT;
import static io.tidegate.core.schema.LogicalType.TEXT;
import static io.tidegate.core.schema.LogicalType.TIMESTAMP;

import java.util.List;

/** What we did, and when we could not. */
final class OperationsTables {
    static final Table STRETCH = new Table(
            "stretch",
            "Stretches of time that coverage names.",
            List.of(
                    Column.of("server_id", INT, "which server"),
                    Column.of("database_name", TEXT, "which database; empty for the whole server"),
                    Column.of("word", TEXT, "name of a Stretch.Word"),
                    Column.of("from_time", TIMESTAMP, "inclusive"),
                    Column.of("to_time", TIMESTAMP, "exclusive"),
                    Column.of("detail", TEXT, "for a user; may be empty")),
            List.of("server_id", "database_name", "word", "from_time"));

    static final Table LEASE = new Table(
            "lease",
            "Each lease and each deferral, as it ended, and what light work has cost meanwhile.",
            List.of(
                    Column.of("server_id", INT, "which server"),
                    Column.of(
                            "purpose",
                            TEXT,
                            "TICK, BACKFILL or ON_DEMAND; LIGHT in a row of light work, from asked to ended"),
                    Column.of("database_name", TEXT, "whose work; empty when the whole server's"),
                    Column.nullable("from_time", TIMESTAMP, "begin of the stretch of history worked on, inclusive"),
                    Column.nullable("to_time", TIMESTAMP, "its end, exclusive"),
                    Column.of("node", TEXT, "the node of ours"),
                    Column.nullable("session_id", INT, "the session on the server; NULL when it came to none"),
                    Column.of("asked", TIMESTAMP, "when it was asked for, by our clock"),
                    Column.nullable("got", TIMESTAMP, "when it was granted; NULL for a deferral in our process"),
                    Column.of("ended", TIMESTAMP, "when it ended, by our clock"),
                    Column.of("ending", TEXT, "name of a LeaseEnding"),
                    Column.nullable("deferred_kind", TEXT, "name of a DeferredBy.Kind; NULL unless deferred"),
                    Column.nullable("deferred_by", TEXT, "who stood in the way; NULL unless deferred"),
                    Column.nullable("deferred_since", TIMESTAMP, "since when, where that is known"),
                    Column.of("is_abandoned", BOOLEAN, "its loop went on before the end"),
                    Column.of("rows_read", BIGINT, "rows"),
                    Column.of("bytes_read", BIGINT, "bytes, as the budgets count them"),
                    Column.of("cpu_ms", BIGINT, "CPU on the server, milliseconds"),
                    Column.of("logical_reads", BIGINT, "on the server, pages"),
                    Column.of("writes", BIGINT, "on the server, pages"),
                    Column.of("is_estimated", BOOLEAN, "cpu_ms is elapsed time, for want of a reading"),
                    Column.nullable(
                            "note", TEXT, "what made it smaller than planned, or cut it; NULL where nothing did")),
            List.of());

    static final Table INTENT = new Table(
            "intent",
            "Sessions about to read without proof of their end, stored before the send; what is here at start is a suspect.",
            List.of(
                    Column.of("server_id", INT, "which server"),
                    Column.of("session_id", INT, "the session on the server"),
                    Column.of("login_time", TIMESTAMP, "the session's login, as the server says it, in its own zone"),
                    Column.of("instance_name", TEXT, "the instance"),
                    Column.of("instance_start", TIMESTAMP, "create_date of its tempdb, in its own zone"),
                    Column.of("stored_at", TIMESTAMP, "by our clock")),
            List.of("server_id", "session_id", "login_time", "instance_name", "instance_start"));

    static final Table STATE_READING = new Table(
            "state_reading",
            "Which tables of state were read of a series.",
            Columns.join(
                    Columns.series(),
                    Column.of("state_table", TEXT, "name of a StateTable"),
                    Column.of("is_complete", BOOLEAN, "read whole once: from then on what is new is a change"),
                    Column.of(
                            "changed_at", TIMESTAMP, "the newest reading that changed anything; older ones are late")),
            List.of("home", "lineage", "epoch", "state_table"));

    static final Table EVENT = new Table(
            "event",
            "Changes of state, each once.",
            Columns.join(
                    Columns.series(),
                    Column.of("event_time", TIMESTAMP, "when it was first seen, by the source's clock"),
                    Column.of("kind", TEXT, "name of an EventKind"),
                    Column.of("subject", TEXT, "what changed: an option, a plan, a query"),
                    Column.nullable("query_id", BIGINT, "the query, where one is meant"),
                    Column.nullable("plan_id", BIGINT, "the plan, where one is meant"),
                    Column.nullable("old_value", TEXT, "before; NULL when there was nothing"),
                    Column.nullable("new_value", TEXT, "after; NULL when there is nothing any more")),
            List.of());

    private OperationsTables() {}
}
