package io.sqlserversim.catalog.system;

import static io.sqlserversim.catalog.system.SystemTypes.DESCRIPTION;
import static io.sqlserversim.catalog.system.SystemTypes.SMALLINT;
import static io.sqlserversim.types.SqlType.BIGINT;
import static io.sqlserversim.types.SqlType.INT;
import static io.sqlserversim.types.SqlType.UNIQUEIDENTIFIER;
import static io.sqlserversim.types.SqlType.nvarchar;
import static io.sqlserversim.types.SqlType.varbinary;

import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.locks.LockEntry;
import io.sqlserversim.locks.LockKey;

/** {@code sys.dm_tran_locks}, application locks only; a login without the permission gets Msg 300 and 297 instead. */
final class LocksView {
    private static final int VISIBLE_RESOURCE = 32;

    private LocksView() {}

    static ListView<LockEntry> view(Instance instance, AppLocks locks) {
        ListView.Builder<LockEntry> view = ListView.named("sys.dm_tran_locks");
        view.constants(DESCRIPTION, "APPLICATION", "resource_type")
                .constants(DESCRIPTION, "", "resource_subtype")
                .column("resource_database_id", INT, lock -> databaseId(instance, lock.key()))
                .column("resource_description", nvarchar(256), lock -> description(lock.key()))
                .nullable("resource_associated_entity_id", BIGINT, lock -> 0L)
                .constants(INT, 0, "resource_lock_partition")
                .column("request_mode", DESCRIPTION, lock -> lock.mode().symbol())
                .constants(DESCRIPTION, "LOCK", "request_type")
                .column("request_status", DESCRIPTION, lock -> lock.granted() ? "GRANT" : "WAIT")
                .column("request_reference_count", SMALLINT, LockEntry::count)
                .constants(INT, 0, "request_lifetime")
                .column("request_session_id", INT, LockEntry::sessionId)
                .constants(INT, 0, "request_exec_context_id", "request_request_id")
                .column("request_owner_type", DESCRIPTION, lock -> lock.owner().name())
                .nullable("request_owner_id", BIGINT, lock -> 0L)
                .nulls(UNIQUEIDENTIFIER, "request_owner_guid")
                .constants(nvarchar(32), "", "request_owner_lockspace_id")
                .nulls(varbinary(8), "lock_owner_address");
        return view.rows(asking -> locks.snapshot());
    }

    static int databaseId(Instance instance, LockKey key) {
        Database database = instance.database(key.database());
        return database == null ? 0 : database.id();
    }

    /** Principal 0 is public; only the first 32 characters of a resource can be seen, then its hash. */
    static String description(LockKey key) {
        String resource = key.resource();
        String seen = resource.substring(0, Math.min(VISIBLE_RESOURCE, resource.length()));
        return "0:[%s]:(%08x)".formatted(seen, resource.hashCode());
    }
}
