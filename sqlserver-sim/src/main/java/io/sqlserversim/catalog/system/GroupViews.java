package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.DESCRIPTION;
import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.BIT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.SYSNAME;
import static io.sqlserversim.types.SqlType.TINYINT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.nvarchar;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.ReplicaRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Views about availability groups, as far as this instance's own copies go. */
final class GroupViews {
    private GroupViews() {}

    /** {@code sys.dm_hadr_database_replica_states}, and in Azure {@code sys.dm_database_replica_states}. */
    static ListView<Database> states(String name, Instance instance) {
        ListView.Builder<Database> view = ListView.named(name);
        view.column("database_id", INT, Database::id)
                .column(
                        "group_id",
                        UNIQUEIDENTIFIER,
                        database -> groupId(database.status().group()))
                .nullable("replica_id", UNIQUEIDENTIFIER, database -> database.replicaId(instance.name()))
                .nullable("group_database_id", UNIQUEIDENTIFIER, Database::groupDatabaseId)
                .nullable("is_local", BIT, database -> true)
                .nullable("is_primary_replica", BIT, database -> role(database).isPrimary())
                .nullable("synchronization_state", TINYINT, GroupViews::synchronization)
                .nullable("synchronization_state_desc", DESCRIPTION, GroupViews::synchronizationText)
                .nullable(
                        "is_commit_participant", BIT, database -> role(database).isPrimary())
                .nullable(
                        "synchronization_health", TINYINT, database -> role(database) == ReplicaRole.RESOLVING ? 0 : 2)
                .nullable(
                        "synchronization_health_desc",
                        DESCRIPTION,
                        database -> role(database) == ReplicaRole.RESOLVING ? "NOT_HEALTHY" : "HEALTHY")
                .nullable(
                        "database_state",
                        TINYINT,
                        database -> database.status().state().id())
                .nullable(
                        "database_state_desc",
                        DESCRIPTION,
                        database -> database.status().state().name())
                .nullable("is_suspended", BIT, database -> false)
                .nullable(
                        "log_send_queue_size",
                        BIGINT,
                        database -> instance.pressure().logSendKilobytes());
        return view.rows(asking -> inGroups(instance));
    }

    private static List<Database> inGroups(Instance instance) {
        return instance.databases().stream()
                .filter(database -> !database.status().group().isEmpty())
                .toList();
    }

    private static ReplicaRole role(Database database) {
        return database.status().role();
    }

    /** 0 not synchronizing, 2 synchronized. */
    private static @Nullable Object synchronization(Database database) {
        return role(database) == ReplicaRole.RESOLVING ? 0 : 2;
    }

    private static @Nullable Object synchronizationText(Database database) {
        return role(database) == ReplicaRole.RESOLVING ? "NOT SYNCHRONIZING" : "SYNCHRONIZED";
    }

    /** {@code sys.availability_groups}: those that this instance has a database of. */
    static ListView<String> groups(Instance instance, int version) {
        ListView.Builder<String> view = ListView.named("sys.availability_groups", version);
        view.column("group_id", UNIQUEIDENTIFIER, GroupViews::groupId)
                .nullable("name", SYSNAME, group -> group)
                .nullable("resource_id", nvarchar(40), group -> groupId(group).toString())
                .nullable(
                        "resource_group_id",
                        nvarchar(40),
                        group -> groupId(group).toString())
                .nullable("failure_condition_level", INT, group -> 3)
                .nullable("health_check_timeout", INT, group -> 30_000)
                .nullable("automated_backup_preference", TINYINT, group -> 2)
                .nullable("automated_backup_preference_desc", DESCRIPTION, group -> "SECONDARY")
                .nullable("version", SystemTypes.SMALLINT, group -> 0)
                .always(BIT, false, "basic_features", "dtc_support", "db_failover", "is_distributed")
                .since(14)
                .always(TINYINT, 0, "cluster_type")
                .always(DESCRIPTION, "WSFC", "cluster_type_desc")
                .always(INT, 0, "required_synchronized_secondaries_to_commit")
                .nulls(BIGINT, "sequence_number")
                .since(16)
                .nullable("is_contained", BIT, group -> instance.isContained(group));
        return view.rows(asking -> inGroups(instance).stream()
                .map(database -> database.status().group())
                .distinct()
                .toList());
    }

    /** The id of a group, the same on all of its instances. */
    static UUID groupId(String group) {
        return UUID.nameUUIDFromBytes(("group " + group).getBytes(StandardCharsets.UTF_8));
    }
}
