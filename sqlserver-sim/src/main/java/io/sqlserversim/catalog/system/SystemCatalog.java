package io.sqlserversim.catalog.system;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseAccess;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Security;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of one instance: its own views in each database, and the views that a database brings along. Thread-safe.
 */
public final class SystemCatalog implements Catalog {
    private static final Set<String> NEED_SERVER_STATE =
            Set.of("dm_exec_connections", "dm_tran_locks", "dm_os_sys_info");
    private static final Set<String> OPEN_TO_ALL = Set.of("database_query_store_options");

    private final Instance instance;
    private final Security security;
    private final DatabaseAccess access;
    private final Map<String, VirtualTable> serverViews = new LinkedHashMap<>();

    /**
     * The catalogue of an instance.
     *
     * @param instance whose databases, sessions and logins
     * @param locks its application locks
     */
    public SystemCatalog(Instance instance, AppLocks locks) {
        this.instance = instance;
        this.security = new Security(instance);
        this.access = new DatabaseAccess(instance, security);
        put(new DatabasesView(instance, security).view());
        put(new SessionsView(instance, security).view());
        put(new RequestsView(instance, security).view());
        put(ConnectionsView.view(instance));
        put(LocksView.view(instance, locks));
        put(ServerViews.sysInfo(instance));
        put(ServerViews.principals(instance));
        if (!instance.profile().isAzureDatabase()) {
            put(ServerViews.recovery(instance, security));
        }
    }

    private void put(VirtualTable view) {
        serverViews.put(unqualified(view), view);
    }

    private static String unqualified(VirtualTable view) {
        return Collation.key(view.name().substring(view.name().indexOf('.') + 1));
    }

    @Override
    public @Nullable VirtualTable find(Session session, String database, String schema, String object) {
        if (!Collation.same(database, session.database()) && instance.profile().isAzureDatabase()) {
            throw new SqlError(
                    40515,
                    15,
                    1,
                    "Reference to database and/or server name in '" + database + "." + schema + "." + object
                            + "' is not supported in this version of SQL Server.");
        }
        Database entered = entered(session, database);
        if (!Collation.same(schema, "sys")) {
            return null;
        }
        String name = Collation.key(object);
        if (NEED_SERVER_STATE.contains(name) && !security.seesServer(session)) {
            throw Denials.server(instance.profile().serverStatePermission());
        }
        VirtualTable view = serverViews.get(name);
        if (view == null) {
            view = catalogue(entered, name);
        }
        return view == null ? own(session, entered, name) : view;
    }

    private Database entered(Session session, String database) {
        return access.enter(session.login().loginName(), security.grants(session), session.sessionId(), database);
    }

    private @Nullable VirtualTable catalogue(Database database, String name) {
        return switch (name) {
            case "all_objects", "system_objects", "all_views", "system_views" ->
                ObjectViews.objects("sys." + name, () -> all(database));
            case "all_columns", "system_columns" -> ObjectViews.columns("sys." + name, () -> all(database));
            case "objects", "views", "tables" -> ObjectViews.objects("sys." + name, List::of);
            case "columns" -> ObjectViews.columns("sys." + name, List::of);
            default -> null;
        };
    }

    private List<VirtualTable> all(Database database) {
        List<VirtualTable> all = new ArrayList<>(serverViews.values());
        all.addAll(database.tables());
        return all;
    }

    private @Nullable VirtualTable own(Session session, Database database, String name) {
        VirtualTable view = database.table("sys." + name);
        if (view == null || OPEN_TO_ALL.contains(name)) {
            return view;
        }
        var needed = instance.profile().databaseStatePermission();
        if (!security.grants(session).has(database.name(), needed)) {
            throw Denials.database(needed, database.name());
        }
        return view;
    }

    @Override
    public String enter(Session session, String database) {
        if (instance.profile().isAzureDatabase() && !Collation.same(database, session.database())) {
            throw new SqlError(
                    40508,
                    16,
                    1,
                    "USE statement is not supported to switch between databases. Use a new connection to connect to a"
                            + " different database.");
        }
        return entered(session, database).name();
    }

    @Override
    public @Nullable Integer databaseId(String name) {
        Database database = instance.database(name);
        return database == null ? null : database.id();
    }

    @Override
    public @Nullable String databaseName(int id) {
        for (Database database : instance.databases()) {
            if (database.id() == id) {
                return database.name();
            }
        }
        return null;
    }

    @Override
    public @Nullable Object serverProperty(String name) {
        return ServerProperties.of(instance, name);
    }

    @Override
    public @Nullable Integer hasPermission(Session session, @Nullable String securable, String permission) {
        return security.hasPermission(session, securable, permission);
    }

    @Override
    public boolean mayExecute(Session session, String procedure) {
        return security.mayExecute(session, procedure);
    }
}
