package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.REAL;
import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.binary;
import static io.sqlserversim.types.SqlType.nvarchar;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Security;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.locks.LockWait;
import io.sqlserversim.session.RunningRequest;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code sys.dm_exec_requests}. Without the permission a session sees its own request only, and no error. Costs are
 * those of the request so far, its time by the server's clock.
 */
final class RequestsView {
    private final Instance instance;
    private final Security security;
    private final AppLocks locks;

    RequestsView(Instance instance, Security security, AppLocks locks) {
        this.instance = instance;
        this.security = security;
        this.locks = locks;
    }

    /** A session with what it runs and waits for at the moment of the scan. */
    record Row(
            Session session,
            RunningRequest request,
            @Nullable LockWait lock) {
        @Nullable
        String waitType() {
            return lock == null ? session.waitType() : "LCK_M_" + lock.mode().symbol();
        }

        SessionCost cost() {
            return session.cost().since(session.settledCost());
        }
    }

    ListView<Row> view() {
        ListView.Builder<Row> view =
                ListView.named("sys.dm_exec_requests", instance.profile().generation());
        identity(view);
        waits(view);
        costs(view);
        settings(view);
        return view.rows(this::visible);
    }

    private List<Row> visible(Session asking) {
        List<Row> rows = new ArrayList<>();
        for (Session session : security.visibleSessions(asking)) {
            RunningRequest request = session.running();
            if (request != null) {
                rows.add(new Row(session, request, locks.waitOf(session)));
            }
        }
        return rows;
    }

    private void identity(ListView.Builder<Row> view) {
        view.column("session_id", SMALLINT, row -> row.session.sessionId())
                .constants(INT, 0, "request_id")
                .column("start_time", DATETIME, row -> SqlTimes.datetime(row.request.started()))
                .column("status", nvarchar(30), row -> row.waitType() == null ? "running" : "suspended")
                .column("command", nvarchar(32), row -> row.request.command())
                .nulls(varbinary(64), "sql_handle")
                .nullable("statement_start_offset", INT, row -> 0)
                .nullable("statement_end_offset", INT, row -> -1)
                .nulls(varbinary(64), "plan_handle")
                .column("database_id", SMALLINT, this::databaseId)
                .constants(INT, 1, "user_id")
                .nullable(
                        "connection_id",
                        UNIQUEIDENTIFIER,
                        row -> row.session.login().connectionId());
    }

    private Object databaseId(Row row) {
        Database database = instance.database(security.visitor(row.session).resolve(row.request.database()));
        return database == null ? 1 : database.id();
    }

    private void waits(ListView.Builder<Row> view) {
        view.nullable("blocking_session_id", SMALLINT, row -> row.lock == null ? 0 : row.lock.blocker())
                .nullable("wait_type", nvarchar(60), Row::waitType)
                .column("wait_time", INT, row -> row.waitType() == null ? 0 : elapsedMillis(row))
                .column("last_wait_type", nvarchar(60), row -> {
                    String wait = row.waitType();
                    return wait == null ? "MISCELLANEOUS" : wait;
                })
                .column("wait_resource", nvarchar(256), this::resource)
                .column(
                        "open_transaction_count",
                        INT,
                        row -> row.session.settings().transactionCount())
                .constants(INT, 1, "open_resultset_count")
                .constants(BIGINT, 0L, "transaction_id")
                .nullable("context_info", varbinary(128), row -> ContextInfo.of(row.session))
                .constants(REAL, 0f, "percent_complete")
                .constants(BIGINT, 0L, "estimated_completion_time");
    }

    private Object resource(Row row) {
        return row.lock == null
                ? ""
                : "APPLICATION: " + LocksView.databaseId(instance, row.lock.key()) + ":"
                        + LocksView.description(row.lock.key());
    }

    private void costs(ListView.Builder<Row> view) {
        view.column("cpu_time", INT, row -> (int) (row.cost().cpuMicros() / 1000))
                .column("total_elapsed_time", INT, this::elapsedMillis)
                .nullable("scheduler_id", INT, row -> row.session.sessionId() % 4)
                .nulls(varbinary(8), "task_address")
                .constants(BIGINT, 0L, "reads")
                .column("writes", BIGINT, row -> row.cost().writes())
                .column("logical_reads", BIGINT, row -> row.cost().logicalReads());
    }

    private Object elapsedMillis(Row row) {
        long millis =
                Duration.between(row.request.started(), instance.clock().now()).toMillis();
        return Math.clamp(millis, 0, Integer.MAX_VALUE);
    }

    private static void settings(ListView.Builder<Row> view) {
        view.column("text_size", INT, row -> row.session.settings().textSize())
                .nullable("language", nvarchar(128), row -> "us_english")
                .nullable("date_format", nvarchar(3), row -> "mdy")
                .constants(SMALLINT, 7, "date_first")
                .constants(BIT, true, "quoted_identifier", "arithabort", "ansi_null_dflt_on", "ansi_defaults")
                .constants(BIT, true, "ansi_warnings", "ansi_padding", "ansi_nulls", "concat_null_yields_null")
                .column(
                        "transaction_isolation_level",
                        SMALLINT,
                        row -> row.session.settings().isolationLevel())
                .column("lock_timeout", INT, row -> row.session.settings().lockTimeoutMillis())
                .column("deadlock_priority", INT, row -> row.session.settings().deadlockPriority())
                .column("row_count", BIGINT, row -> row.session.settings().rowCount())
                .constants(INT, 0, "prev_error", "nest_level", "granted_query_memory")
                .constants(BIT, false, "executing_managed_code")
                .constants(INT, 2, "group_id")
                .nulls(binary(8), "query_hash", "query_plan_hash")
                .nulls(varbinary(64), "statement_sql_handle")
                .nulls(BIGINT, "statement_context_id")
                .constants(INT, 1, "dop")
                .nulls(INT, "parallel_worker_count")
                .nulls(UNIQUEIDENTIFIER, "external_script_request_id")
                .since(14)
                .constants(BIT, false, "is_resumable")
                .since(15)
                .nulls(varbinary(8), "page_resource")
                .constants(BIGINT, 0L, "page_server_reads")
                .since(16)
                .nulls(UNIQUEIDENTIFIER, "dist_statement_id")
                .nulls(nvarchar(255), "label");
    }
}
