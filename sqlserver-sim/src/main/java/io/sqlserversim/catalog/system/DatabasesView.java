package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.DATETIME;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SYSNAME;
import static io.sqlserversim.types.SqlType.TINYINT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.nvarchar;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code sys.databases}: the columns of version 16 that tools read, in the documented order, not all 98 of them. A login
 * without VIEW ANY DATABASE sees master and tempdb only.
 */
final class DatabasesView {
    static final String COLLATION = "SQL_Latin1_General_CP1_CI_AS";
    private static final byte[] SA = {1};

    private final Instance instance;
    private final Security security;

    DatabasesView(Instance instance, Security security) {
        this.instance = instance;
        this.security = security;
    }

    ListView<Database> view() {
        ListView.Builder<Database> view = ListView.named("sys.databases");
        identity(view);
        standing(view);
        options(view);
        ends(view);
        return view.rows(this::visible);
    }

    private List<Database> visible(Session session) {
        boolean all = security.grants(session).has(Permission.VIEW_ANY_DATABASE);
        return instance.databases().stream()
                .filter(database -> all || database.id() <= 2)
                .toList();
    }

    private void identity(ListView.Builder<Database> view) {
        view.column("name", SYSNAME, Database::name)
                .column("database_id", INT, Database::id)
                .nulls(INT, "source_database_id")
                .nullable("owner_sid", varbinary(85), database -> SA)
                .column("create_date", DATETIME, database -> SqlTimes.datetime(created(database)))
                .column(
                        "compatibility_level",
                        TINYINT,
                        database -> instance.profile().compatibilityLevel())
                .nullable("collation_name", SYSNAME, DatabasesView::collation);
    }

    private Instant created(Database database) {
        return Collation.same(database.name(), "tempdb") ? instance.started() : database.created();
    }

    private static @Nullable String collation(Database database) {
        boolean open = database.status().state() == DatabaseState.ONLINE
                && database.status().started();
        return open ? COLLATION : null;
    }

    private static void standing(ListView.Builder<Database> view) {
        view.nullable(
                        "user_access",
                        TINYINT,
                        database -> database.status().access().id())
                .nullable(
                        "user_access_desc",
                        nvarchar(60),
                        database -> database.status().access().name())
                .nullable("is_read_only", BIT, database -> database.status().readOnly())
                .column("is_auto_close_on", BIT, database -> database.status().autoClose())
                .constants(BIT, false, "is_auto_shrink_on")
                .nullable(
                        "state", TINYINT, database -> database.status().state().id())
                .nullable(
                        "state_desc",
                        nvarchar(60),
                        database -> database.status().state().name())
                .constants(BIT, false, "is_in_standby", "is_cleanly_shutdown", "is_supplemental_logging_enabled");
    }

    private static void options(ListView.Builder<Database> view) {
        view.constants(TINYINT, 0, "snapshot_isolation_state")
                .constants(nvarchar(60), "OFF", "snapshot_isolation_state_desc")
                .constants(BIT, false, "is_read_committed_snapshot_on")
                .column("recovery_model", TINYINT, database -> isSimple(database) ? 3 : 1)
                .column("recovery_model_desc", nvarchar(60), database -> isSimple(database) ? "SIMPLE" : "FULL")
                .constants(TINYINT, 2, "page_verify_option")
                .constants(nvarchar(60), "CHECKSUM", "page_verify_option_desc")
                .constants(BIT, true, "is_auto_create_stats_on")
                .constants(BIT, false, "is_auto_create_stats_incremental_on")
                .constants(BIT, true, "is_auto_update_stats_on")
                .constants(BIT, false, "is_auto_update_stats_async_on", "is_trustworthy_on", "is_db_chaining_on")
                .constants(BIT, false, "is_parameterization_forced", "is_master_key_encrypted_by_server")
                .nullable("is_query_store_on", BIT, Database::isQueryStoreOn)
                .constants(BIT, false, "is_published", "is_subscribed", "is_merge_published", "is_distributor");
    }

    private static boolean isSimple(Database database) {
        return database.isSystem() && !Collation.same(database.name(), "model");
    }

    private static void ends(ListView.Builder<Database> view) {
        view.column("service_broker_guid", UNIQUEIDENTIFIER, Database::recoveryFork)
                .constants(BIT, false, "is_broker_enabled")
                .constants(TINYINT, 0, "log_reuse_wait")
                .constants(nvarchar(60), "NOTHING", "log_reuse_wait_desc")
                .constants(BIT, false, "is_date_correlation_on", "is_cdc_enabled", "is_encrypted")
                .nulls(UNIQUEIDENTIFIER, "replica_id", "group_database_id")
                .nulls(INT, "resource_pool_id")
                .nulls(SMALLINT, "default_language_lcid")
                .constants(TINYINT, 0, "containment")
                .constants(nvarchar(60), "NONE", "containment_desc")
                .constants(INT, 60, "target_recovery_time_in_seconds")
                .constants(INT, 0, "delayed_durability")
                .constants(nvarchar(60), "DISABLED", "delayed_durability_desc")
                .constants(BIT, false, "is_memory_optimized_elevate_to_snapshot_on")
                .constants(BIT, false, "is_remote_data_archive_enabled", "is_mixed_page_allocation_on")
                .constants(BIT, true, "is_temporal_history_retention_enabled")
                .constants(INT, 0, "catalog_collation_type")
                .constants(nvarchar(60), "DATABASE_DEFAULT", "catalog_collation_type_desc")
                .nullable("physical_database_name", nvarchar(128), Database::name)
                .constants(BIT, false, "is_accelerated_database_recovery_on", "is_ledger_on");
    }
}
