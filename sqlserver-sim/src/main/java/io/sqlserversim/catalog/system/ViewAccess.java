package io.sqlserversim.catalog.system;

import io.sqlserversim.catalog.ForwardingView;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.Security;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import java.util.List;
import java.util.Set;

/** Which permission each view asks for, and the errors of those who lack it. Thread-safe. */
final class ViewAccess {
    private static final Set<String> SERVER_STATE = Set.of(
            "dm_exec_connections",
            "dm_tran_locks",
            "dm_os_sys_info",
            "dm_os_host_info",
            "dm_os_schedulers",
            "dm_exec_query_resource_semaphores",
            "dm_exec_query_memory_grants",
            "dm_db_tuning_recommendations",
            "dm_hadr_database_replica_states",
            "dm_hadr_availability_replica_states");
    private static final Set<String> PERFORMANCE_STATE = Set.of("query_context_settings");
    private static final Set<String> WHOLE_STATE = Set.of(
            "query_store_replicas",
            "database_query_store_internal_state",
            "dm_database_replica_states",
            "dm_db_resource_stats",
            "dm_geo_replication_link_status");
    private static final String QUERY_STORE = "query_store_";

    private final Instance instance;
    private final Security security;

    ViewAccess(Instance instance, Security security) {
        this.instance = instance;
        this.security = security;
    }

    /** The view as the session may read it; throws 229, 262 or 300 when it may not, 230 when it reads on. */
    VirtualTable check(Session session, Database database, VirtualTable view) {
        String name = Collation.key(view.name().substring(view.name().indexOf('.') + 1));
        checkState(session, database, name);
        Grants grants = security.grants(session);
        if (grants.deniedSelects().isEmpty()) {
            return view;
        }
        if (grants.deniesSelect(database.name(), name)) {
            throw Denials.select(name);
        }
        List<String> denied = view.columns().stream()
                .map(Column::name)
                .filter(column -> grants.deniesSelect(database.name(), name + "/" + column))
                .toList();
        return denied.isEmpty() ? view : new PartlyDenied(view, name, denied);
    }

    private void checkState(Session session, Database database, String name) {
        boolean azure = instance.profile().isAzureDatabase();
        if (azure && Collation.same(database.name(), "tempdb") && name.startsWith("dm_")) {
            throw Denials.database(instance.profile().databaseStatePermission(), database.name());
        }
        if (SERVER_STATE.contains(name) && !azure) {
            if (!security.seesServer(session)) {
                throw Denials.server(instance.profile().serverStatePermission());
            }
        } else if (name.equals("dm_db_partition_stats")) {
            need(session, database, instance.profile().databaseStatePermission());
            need(session, database, Permission.VIEW_DEFINITION);
        } else if (WHOLE_STATE.contains(name)) {
            need(session, database, Permission.VIEW_DATABASE_STATE);
        } else if (SERVER_STATE.contains(name) || PERFORMANCE_STATE.contains(name) || name.startsWith(QUERY_STORE)) {
            need(session, database, instance.profile().databaseStatePermission());
        }
    }

    private void need(Session session, Database database, Permission permission) {
        if (!security.has(session, database, permission)) {
            throw Denials.database(permission, database.name());
        }
    }

    /** A view of which some columns may not be read. */
    private record PartlyDenied(VirtualTable view, String object, List<String> denied) implements ForwardingView {
        @Override
        public RowCursor scan(ScanRequest request) throws SqlError {
            for (int i = request.neededColumns().nextSetBit(0);
                    i >= 0;
                    i = request.neededColumns().nextSetBit(i + 1)) {
                String column = view.columns().get(i).name();
                if (denied.contains(column)) {
                    throw Denials.column(column, object);
                }
            }
            return view.scan(request);
        }
    }
}
