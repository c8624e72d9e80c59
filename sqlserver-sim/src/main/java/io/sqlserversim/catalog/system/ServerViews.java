package io.sqlserversim.catalog.system;

import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SYSNAME;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.decimal;
import static io.sqlserversim.types.SqlType.nvarchar;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.LoginStanding;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Small views about the server itself. */
final class ServerViews {
    /** How many CPUs each instance has. */
    static final int CPUS = 4;

    private static final int MAX_WORKERS = 576;

    private static final long MEMORY_KILOBYTES = 16L << 20;

    private ServerViews() {}

    /** {@code sys.dm_os_sys_info}: one row; needs the server's permission. */
    static ListView<Instance> sysInfo(Instance instance) {
        ListView.Builder<Instance> view = ListView.named("sys.dm_os_sys_info");
        view.column("cpu_ticks", BIGINT, ServerViews::upMillis)
                .column("ms_ticks", BIGINT, ServerViews::upMillis)
                .constants(INT, CPUS, "cpu_count")
                .constants(INT, 1, "hyperthread_ratio")
                .constants(BIGINT, MEMORY_KILOBYTES, "physical_memory_kb", "virtual_memory_kb")
                .constants(BIGINT, MEMORY_KILOBYTES / 2, "committed_kb", "committed_target_kb")
                .constants(INT, MAX_WORKERS, "max_workers_count")
                .constants(INT, CPUS, "scheduler_count")
                .constants(BIGINT, 0L, "sqlserver_start_time_ms_ticks")
                .column("sqlserver_start_time", DATETIME, at -> SqlTimes.datetime(at.started()))
                .constants(INT, 1, "virtual_machine_type")
                .constants(nvarchar(60), "HYPERVISOR", "virtual_machine_type_desc")
                .constants(INT, 1, "socket_count", "numa_node_count")
                .constants(INT, CPUS, "cores_per_socket");
        return view.rows(asking -> List.of(instance));
    }

    private static long upMillis(Instance instance) {
        return Duration.between(instance.started(), instance.clock().now()).toMillis();
    }

    /** {@code sys.server_principals}: the logins; without VIEW ANY DEFINITION only the session's own. */
    static ListView<Login> principals(Instance instance, Security security) {
        ListView.Builder<Login> view = ListView.named("sys.server_principals");
        view.column("name", SYSNAME, Login::name)
                .column("principal_id", INT, Login::principalId)
                .nullable("sid", varbinary(85), login -> login.name().getBytes(StandardCharsets.UTF_16LE))
                .constants(SystemTypes.CHAR_2, "S ", "type")
                .nullable("type_desc", nvarchar(60), login -> "SQL_LOGIN")
                .nullable("is_disabled", BIT, login -> login.standing() == LoginStanding.DISABLED)
                .column("create_date", DATETIME, login -> SqlTimes.datetime(instance.started()))
                .column("modify_date", DATETIME, login -> SqlTimes.datetime(instance.started()))
                .nullable("default_database_name", SYSNAME, Login::defaultDatabase)
                .nullable("default_language_name", SYSNAME, login -> "us_english")
                .nulls(INT, "credential_id", "owning_principal_id")
                .constants(BIT, false, "is_fixed_role");
        return view.rows(asking -> {
            boolean all = security.grants(asking).has(Permission.VIEW_ANY_DEFINITION);
            return instance.logins().stream()
                    .filter(login ->
                            all || Collation.same(login.name(), asking.login().loginName()))
                    .toList();
        });
    }

    /**
     * {@code sys.database_recovery_status}: without VIEW ANY DATABASE or ALTER ANY DATABASE only master, tempdb and the
     * login's own databases. Whoever asks starts those that AUTO_CLOSE has shut.
     */
    static ListView<Database> recovery(Instance instance, Security security) {
        ListView.Builder<Database> view = ListView.named("sys.database_recovery_status");
        view.column("database_id", INT, Database::id)
                .nullable("database_guid", UNIQUEIDENTIFIER, Database::familyId)
                .nullable("family_guid", UNIQUEIDENTIFIER, Database::familyId)
                .nulls(decimal(25, 0), "last_log_backup_lsn")
                .nullable("recovery_fork_guid", UNIQUEIDENTIFIER, Database::recoveryFork)
                .nullable("first_recovery_fork_guid", UNIQUEIDENTIFIER, Database::familyId)
                .nulls(decimal(25, 0), "fork_point_lsn");
        return view.rows(asking -> recoverable(instance, security, asking));
    }

    private static List<Database> recoverable(Instance instance, Security security, Session asking) {
        Grants grants = security.grants(asking);
        boolean all = grants.has(Permission.VIEW_ANY_DATABASE) || grants.has(Permission.ALTER_ANY_DATABASE);
        List<Database> online = instance.databases().stream()
                .filter(database -> database.status().state() == DatabaseState.ONLINE)
                .toList();
        online.stream()
                .filter(database -> !database.status().started())
                .forEach(database -> database.change(now -> now.autoClosing(true)));
        return online.stream()
                .filter(database -> all
                        || database.id() <= 2
                        || Collation.same(database.owner(), asking.login().loginName()))
                .toList();
    }
}
