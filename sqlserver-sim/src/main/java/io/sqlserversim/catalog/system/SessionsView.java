package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.nvarchar;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code sys.dm_exec_sessions}. Without the permission a session sees its own row only, and no error. A row's costs are
 * those of the requests that have ended. A few of the server's own sessions come first: they have no program and no
 * host.
 */
final class SessionsView {
    private static final List<Integer> SYSTEM_IDS = List.of(1, 2, 3, 5, 9, 11);

    private static final SessionSettings SERVERS_OWN = new SessionSettings();

    private final Instance instance;
    private final Security security;

    SessionsView(Instance instance, Security security) {
        this.instance = instance;
        this.security = security;
    }

    /** A user session, or one of the server's own. */
    record Row(int id, @Nullable Session user) {}

    ListView<Row> view() {
        ListView.Builder<Row> view =
                ListView.named("sys.dm_exec_sessions", instance.profile().generation());
        identity(view);
        work(view);
        settings(view);
        ends(view);
        return view.rows(this::visible);
    }

    private List<Row> visible(Session asking) {
        if (!security.seesServer(asking)) {
            return List.of(new Row(asking.sessionId(), asking));
        }
        List<Row> rows = new ArrayList<>();
        SYSTEM_IDS.forEach(id -> rows.add(new Row(id, null)));
        security.visibleSessions(asking).forEach(session -> rows.add(new Row(session.sessionId(), session)));
        return rows;
    }

    private void identity(ListView.Builder<Row> view) {
        view.column("session_id", SMALLINT, Row::id)
                .column(
                        "login_time",
                        DATETIME,
                        row -> SqlTimes.datetime(row.user == null ? instance.started() : row.user.loginTime()))
                .nullable(
                        "host_name",
                        nvarchar(128),
                        row -> row.user == null ? null : row.user.login().hostName())
                .nullable(
                        "program_name",
                        nvarchar(128),
                        row -> row.user == null ? null : row.user.login().programName())
                .nullable(
                        "host_process_id",
                        INT,
                        row -> row.user == null ? null : row.user.login().hostProcessId())
                .nullable("client_version", INT, row -> row.user == null ? null : 7)
                .nullable(
                        "client_interface_name",
                        nvarchar(32),
                        row -> row.user == null ? null : row.user.login().clientInterface())
                .column("security_id", varbinary(85), SessionsView::securityId)
                .column("login_name", nvarchar(128), SessionsView::loginName)
                .nulls(nvarchar(128), "nt_domain", "nt_user_name")
                .column("status", nvarchar(30), SessionsView::status)
                .nullable("context_info", varbinary(128), SessionsView::contextInfo);
    }

    private static String loginName(Row row) {
        return row.user == null ? "sa" : row.user.login().loginName();
    }

    private static byte[] securityId(Row row) {
        return row.user == null ? new byte[] {1} : loginName(row).getBytes(StandardCharsets.UTF_16LE);
    }

    private static String status(Row row) {
        if (row.user == null) {
            return "background";
        }
        return row.user.running() == null ? "sleeping" : "running";
    }

    private static byte @Nullable [] contextInfo(Row row) {
        return row.user == null ? null : ContextInfo.of(row.user);
    }

    private static SessionSettings settings(Row row) {
        return row.user == null ? SERVERS_OWN : row.user.settings();
    }

    private void work(ListView.Builder<Row> view) {
        view.column(
                        "cpu_time",
                        INT,
                        row -> row.user == null
                                ? 0
                                : (int) (row.user.settledCost().cpuMicros() / 1000))
                .constants(INT, 2, "memory_usage")
                .column(
                        "total_scheduled_time",
                        INT,
                        row -> row.user == null
                                ? 0
                                : (int) (row.user.settledCost().cpuMicros() / 1000))
                .column("total_elapsed_time", INT, SessionsView::elapsedMillis)
                .constants(INT, 4, "endpoint_id")
                .column("last_request_start_time", DATETIME, this::lastStart)
                .nullable(
                        "last_request_end_time",
                        DATETIME,
                        row -> row.user == null ? null : SqlTimes.datetimeOrNull(row.user.lastRequestEnd()))
                .constants(BIGINT, 0L, "reads")
                .column(
                        "writes",
                        BIGINT,
                        row -> row.user == null ? 0L : row.user.settledCost().writes())
                .column(
                        "logical_reads",
                        BIGINT,
                        row -> row.user == null ? 0L : row.user.settledCost().logicalReads())
                .column("is_user_process", BIT, row -> row.user != null);
    }

    private Object lastStart(Row row) {
        if (row.user == null) {
            return SqlTimes.datetime(instance.started());
        }
        var start = row.user.lastRequestStart();
        return SqlTimes.datetime(start == null ? row.user.loginTime() : start);
    }

    private static int elapsedMillis(Row row) {
        if (row.user == null) {
            return 0;
        }
        var start = row.user.lastRequestStart();
        var end = row.user.lastRequestEnd();
        boolean known = start != null && end != null && end.isAfter(start);
        return known ? (int) Duration.between(start, end).toMillis() : 0;
    }

    private static void settings(ListView.Builder<Row> view) {
        view.column("text_size", INT, row -> settings(row).textSize())
                .always(nvarchar(128), "us_english", "language")
                .always(nvarchar(3), "mdy", "date_format")
                .constants(SMALLINT, 7, "date_first")
                .constants(BIT, true, "quoted_identifier", "arithabort", "ansi_null_dflt_on", "ansi_defaults")
                .constants(BIT, true, "ansi_warnings", "ansi_padding", "ansi_nulls", "concat_null_yields_null")
                .column(
                        "transaction_isolation_level",
                        SMALLINT,
                        row -> settings(row).isolationLevel())
                .column("lock_timeout", INT, row -> settings(row).lockTimeoutMillis())
                .column("deadlock_priority", INT, row -> settings(row).deadlockPriority())
                .column("row_count", BIGINT, row -> settings(row).rowCount())
                .constants(INT, 0, "prev_error");
    }

    private void ends(ListView.Builder<Row> view) {
        view.column("original_security_id", varbinary(85), SessionsView::securityId)
                .column("original_login_name", nvarchar(128), SessionsView::loginName)
                .nulls(DATETIME, "last_successful_logon", "last_unsuccessful_logon")
                .nulls(BIGINT, "unsuccessful_logons")
                .constants(INT, 2, "group_id")
                .column("database_id", SMALLINT, this::databaseId)
                .nullable("authenticating_database_id", INT, row -> 1)
                .column("open_transaction_count", INT, row -> settings(row).transactionCount())
                .since(15)
                .constants(BIGINT, 0L, "page_server_reads")
                .since(16)
                .nullable("contained_availability_group_id", UNIQUEIDENTIFIER, this::group);
    }

    private @Nullable Object group(Row row) {
        String group = row.user == null ? "" : security.visitor(row.user).group();
        return group.isEmpty() ? null : GroupViews.groupId(group);
    }

    private Object databaseId(Row row) {
        Database database = row.user == null ? null : security.current(row.user);
        return database == null ? 1 : database.id();
    }
}
