package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.DESCRIPTION;
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
import io.sqlserversim.instance.Security;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.types.Collation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * {@code sys.databases} with the columns of each version, in their order: 98 in 2025, as probed on a real one. Who sees
 * which row is {@link Security}'s to say.
 */
final class DatabasesView {
    static final String COLLATION = Database.DEFAULT_COLLATION;
    private static final byte[] SA = {1};

    private final Instance instance;
    private final VersionProfile profile;
    private final Security security;

    DatabasesView(Instance instance, Security security) {
        this.instance = instance;
        this.profile = instance.profile();
        this.security = security;
    }

    ListView<Database> view() {
        ListView.Builder<Database> view = ListView.named("sys.databases", profile.generation());
        identity(view);
        standing(view);
        options(view);
        ansi(view);
        queryStore(view);
        groups(view);
        contained(view);
        later(view);
        return view.rows(security::visibleDatabases);
    }

    private void identity(ListView.Builder<Database> view) {
        view.column("name", SYSNAME, Database::name)
                .column("database_id", INT, Database::id)
                .nulls(INT, "source_database_id")
                .nullable("owner_sid", varbinary(85), database -> SA)
                .column("create_date", DATETIME, database -> SqlTimes.datetime(created(database)))
                .column("compatibility_level", TINYINT, database -> profile.compatibilityLevel())
                .nullable("collation_name", SYSNAME, DatabasesView::collation);
    }

    private Instant created(Database database) {
        return Collation.same(database.name(), "tempdb") ? instance.started() : database.created();
    }

    private static @Nullable String collation(Database database) {
        boolean open = database.status().state() == DatabaseState.ONLINE
                && database.status().started();
        return open ? database.collation() : null;
    }

    private static void standing(ListView.Builder<Database> view) {
        view.nullable(
                        "user_access",
                        TINYINT,
                        database -> database.status().access().id())
                .nullable(
                        "user_access_desc",
                        DESCRIPTION,
                        database -> database.status().access().name())
                .nullable("is_read_only", BIT, database -> database.status().readOnly())
                .column("is_auto_close_on", BIT, database -> database.status().autoClose())
                .always(BIT, false, "is_auto_shrink_on")
                .nullable(
                        "state", TINYINT, database -> database.status().state().id())
                .nullable(
                        "state_desc",
                        DESCRIPTION,
                        database -> database.status().state().name())
                .nullable("is_in_standby", BIT, database -> database.status().standby())
                .always(BIT, false, "is_cleanly_shutdown", "is_supplemental_logging_enabled");
    }

    private void options(ListView.Builder<Database> view) {
        boolean snapshot = profile.isAzureDatabase();
        view.always(TINYINT, snapshot ? 1 : 0, "snapshot_isolation_state")
                .always(DESCRIPTION, snapshot ? "ON" : "OFF", "snapshot_isolation_state_desc")
                .always(BIT, snapshot, "is_read_committed_snapshot_on")
                .nullable("recovery_model", TINYINT, database -> isSimple(database) ? 3 : 1)
                .nullable("recovery_model_desc", DESCRIPTION, database -> isSimple(database) ? "SIMPLE" : "FULL")
                .always(TINYINT, 2, "page_verify_option")
                .always(DESCRIPTION, "CHECKSUM", "page_verify_option_desc")
                .always(BIT, true, "is_auto_create_stats_on")
                .always(BIT, false, "is_auto_create_stats_incremental_on")
                .always(BIT, true, "is_auto_update_stats_on")
                .always(BIT, false, "is_auto_update_stats_async_on");
    }

    private static boolean isSimple(Database database) {
        return database.isSystem() && !Collation.same(database.name(), "model");
    }

    private static void ansi(ListView.Builder<Database> view) {
        view.always(BIT, false, "is_ansi_null_default_on", "is_ansi_nulls_on", "is_ansi_padding_on")
                .always(BIT, false, "is_ansi_warnings_on", "is_arithabort_on", "is_concat_null_yields_null_on")
                .always(BIT, false, "is_numeric_roundabort_on", "is_quoted_identifier_on")
                .always(BIT, false, "is_recursive_triggers_on", "is_cursor_close_on_commit_on")
                .always(BIT, false, "is_local_cursor_default")
                .always(BIT, true, "is_fulltext_enabled")
                .always(BIT, false, "is_trustworthy_on", "is_db_chaining_on", "is_parameterization_forced");
    }

    private static void queryStore(ListView.Builder<Database> view) {
        view.constants(BIT, false, "is_master_key_encrypted_by_server")
                .nullable("is_query_store_on", BIT, Database::isQueryStoreOn)
                .constants(BIT, false, "is_published", "is_subscribed", "is_merge_published", "is_distributor")
                .constants(BIT, false, "is_sync_with_backup")
                .column("service_broker_guid", UNIQUEIDENTIFIER, Database::recoveryFork)
                .constants(BIT, false, "is_broker_enabled")
                .always(TINYINT, 0, "log_reuse_wait")
                .always(DESCRIPTION, "NOTHING", "log_reuse_wait_desc")
                .constants(BIT, false, "is_date_correlation_on", "is_cdc_enabled");
    }

    private void groups(ListView.Builder<Database> view) {
        view.always(BIT, profile.isAzure(), "is_encrypted")
                .always(BIT, false, "is_honor_broker_priority_on")
                .nullable("replica_id", UNIQUEIDENTIFIER, database -> database.replicaId(instance.name()))
                .nullable("group_database_id", UNIQUEIDENTIFIER, Database::groupDatabaseId);
    }

    private static void contained(ListView.Builder<Database> view) {
        view.nulls(INT, "resource_pool_id")
                .nulls(SMALLINT, "default_language_lcid")
                .nulls(nvarchar(128), "default_language_name")
                .nulls(INT, "default_fulltext_language_lcid")
                .nulls(nvarchar(128), "default_fulltext_language_name")
                .nulls(BIT, "is_nested_triggers_on", "is_transform_noise_words_on")
                .nulls(SMALLINT, "two_digit_year_cutoff")
                .always(TINYINT, 0, "containment")
                .always(DESCRIPTION, "NONE", "containment_desc")
                .always(INT, 60, "target_recovery_time_in_seconds")
                .always(INT, 0, "delayed_durability")
                .always(DESCRIPTION, "DISABLED", "delayed_durability_desc")
                .always(BIT, false, "is_memory_optimized_elevate_to_snapshot_on", "is_federation_member")
                .always(BIT, false, "is_remote_data_archive_enabled", "is_mixed_page_allocation_on");
    }

    private void later(ListView.Builder<Database> view) {
        view.since(14)
                .always(BIT, true, "is_temporal_history_retention_enabled")
                .since(15)
                .constants(INT, 0, "catalog_collation_type")
                .always(DESCRIPTION, "DATABASE_DEFAULT", "catalog_collation_type_desc")
                .nullable("physical_database_name", nvarchar(128), this::physicalName)
                .always(BIT, false, "is_result_set_caching_on")
                .always(BIT, profile.isAzure(), "is_accelerated_database_recovery_on")
                .always(BIT, false, "is_tempdb_spill_to_remote_store", "is_stale_page_detection_on")
                .always(BIT, profile.isAzure(), "is_memory_optimized_enabled")
                .since(16)
                .always(BIT, false, "is_data_retention_enabled", "is_ledger_on", "is_change_feed_enabled")
                .since(17)
                .always(BIT, false, "is_data_lake_replication_enabled", "is_event_stream_enabled")
                .nulls(TINYINT, "data_compaction")
                .nulls(DESCRIPTION, "data_compaction_desc")
                .nulls(TINYINT, "data_lake_log_publishing")
                .nulls(DESCRIPTION, "data_lake_log_publishing_desc")
                .always(BIT, false, "is_vorder_enabled", "is_proactive_statistics_refresh_on")
                .always(BIT, profile.isAzureDatabase(), "is_optimized_locking_on");
    }

    /** In the cloud a GUID, on the box the name. */
    private String physicalName(Database database) {
        return profile.isAzure() && !database.isSystem() ? database.familyId().toString() : database.name();
    }
}
