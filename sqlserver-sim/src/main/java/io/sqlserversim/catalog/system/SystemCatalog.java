package io.sqlserversim.catalog.system;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.catalog.DatabaseHooks;
import io.sqlserversim.catalog.ExecutedStatement;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.DatabaseAccess;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.Security;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.instance.Visitor;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.session.Session;
import io.sqlserversim.sql.QueryStoreChange;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of one instance: its own views in each database, and the views that a database brings along. Thread-safe.
 */
public final class SystemCatalog implements Catalog {
    private final Instance instance;
    private final DatabaseHooks hooks;
    private final Security security;
    private final DatabaseAccess access;
    private final ViewAccess views;
    private final Map<String, VirtualTable> serverViews = new LinkedHashMap<>();

    /**
     * The catalogue of an instance.
     *
     * @param instance whose databases, sessions and logins
     * @param locks its application locks
     */
    public SystemCatalog(Instance instance, AppLocks locks) {
        this(instance, locks, DatabaseHooks.NONE);
    }

    /**
     * A catalogue whose databases have features beside their views.
     *
     * @param instance whose
     * @param locks its application locks
     * @param hooks what the features of its databases have to do with statements and procedures
     */
    public SystemCatalog(Instance instance, AppLocks locks, DatabaseHooks hooks) {
        this.hooks = hooks;
        this.instance = instance;
        this.security = new Security(instance);
        this.access = new DatabaseAccess(instance, security);
        this.views = new ViewAccess(instance, security);
        put(new DatabasesView(instance, security).view());
        put(new SessionsView(instance, security).view());
        put(new RequestsView(instance, security, locks).view());
        put(ConnectionsView.view(security));
        put(LocksView.view(instance, locks));
        put(ServerViews.sysInfo(instance));
        put(PressureViews.schedulers(instance));
        put(PressureViews.semaphores(instance));
        put(PressureViews.grants(instance));
        put(ServerViews.principals(instance, security));
        putOfVersion(instance.profile());
    }

    private void putOfVersion(VersionProfile profile) {
        if (profile.isAzureDatabase()) {
            put(GroupViews.states("sys.dm_database_replica_states", instance));
            put(ServiceViews.resources(instance, security));
            put(ServiceViews.geoLinks(security));
        } else {
            put(ServerViews.recovery(instance, security));
            put(GroupViews.states("sys.dm_hadr_database_replica_states", instance));
            put(GroupViews.groups(instance, profile.generation()));
        }
        if (profile.generation() >= 14) {
            put(StoreStateViews.recommendations());
        }
        if (profile.generation() >= 16) {
            put(StoreStateViews.internalState());
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
        Database entered = entered(session, database, schema, object);
        VirtualTable view = view(entered, schema, object);
        return view == null ? null : views.check(session, entered, view);
    }

    @Override
    public @Nullable VirtualTable describe(Session session, String database, String schema, String object) {
        return view(entered(session, database, schema, object), schema, object);
    }

    @Override
    public @Nullable VirtualTable describe(Session session, String database, int objectId) {
        for (VirtualTable view : all(entered(session, database))) {
            if (ObjectViews.objectId(view) == objectId) {
                return view;
            }
        }
        return null;
    }

    private Database entered(Session session, String database, String schema, String object) {
        refuseElsewhere(session, database, database + "." + schema + "." + object);
        return entered(session, database);
    }

    /** In Azure SQL Database a name leads out of the current database only to tempdb. */
    private void refuseElsewhere(Session session, String database, String name) {
        boolean elsewhere = !Collation.same(database, session.database()) && !Collation.same(database, "tempdb");
        if (elsewhere && instance.profile().isAzureDatabase()) {
            throw new SqlError(
                    40515,
                    15,
                    1,
                    "Reference to database and/or server name in '" + name
                            + "' is not supported in this version of SQL Server.");
        }
    }

    private Database entered(Session session, String database) {
        return access.enter(security.visitor(session), database);
    }

    private @Nullable VirtualTable view(Database database, String schema, String object) {
        if (!Collation.same(schema, "sys")) {
            return null;
        }
        String name = Collation.key(object);
        VirtualTable view = serverViews.get(name);
        if (view == null) {
            view = catalogue(database, name);
        }
        return view == null ? database.table("sys." + name) : view;
    }

    private @Nullable VirtualTable catalogue(Database database, String name) {
        return switch (name) {
            case "all_objects", "system_objects", "all_views", "system_views" ->
                ObjectViews.objects("sys." + name, () -> all(database));
            case "all_columns", "system_columns" -> ObjectViews.columns("sys." + name, () -> all(database));
            case "objects", "views", "tables" -> ObjectViews.objects("sys." + name, List::of);
            case "schemas" -> ObjectViews.schemas();
            case "columns" -> ObjectViews.columns("sys." + name, List::of);
            default -> null;
        };
    }

    private List<VirtualTable> all(Database database) {
        List<VirtualTable> all = new ArrayList<>(serverViews.values());
        all.addAll(database.tables());
        return all;
    }

    @Override
    public String refer(Session session, String database, String name) {
        refuseElsewhere(session, database, name);
        Visitor visitor = security.visitor(session);
        return visitor.display(access.enter(visitor, database).name());
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
        Visitor visitor = security.visitor(session);
        return visitor.display(access.enter(visitor, database).name());
    }

    @Override
    public TextCollation collation(String database) {
        Database found = instance.database(database);
        TextCollation own = found == null ? null : TextCollation.find(found.collation());
        return own == null ? TextCollation.SERVER : own;
    }

    @Override
    public String lockScope(Session session, String database) {
        return security.visitor(session).resolve(database);
    }

    @Override
    public @Nullable Boolean isUpdateable(Session session, String database) {
        Database found = instance.database(security.visitor(session).resolve(database));
        return found == null
                ? null
                : !found.status().readOnly() && found.status().role().isWritable();
    }

    @Override
    public @Nullable String serviceObjective(Session session, String database) {
        Database found = instance.database(security.visitor(session).resolve(database));
        return found == null || !instance.profile().isAzureDatabase() ? null : found.serviceObjective();
    }

    @Override
    public @Nullable Boolean isPrimaryReplica(Session session, String database) {
        Database found = instance.database(security.visitor(session).resolve(database));
        if (found == null || found.status().group().isEmpty()) {
            return null;
        }
        return found.status().role().isPrimary();
    }

    @Override
    public void permit(Session session, Statement.Permit permit) {
        Permits permits = new Permits(instance, security);
        for (String principal : permit.principals()) {
            for (String permission : permit.permissions()) {
                if (permit.on().isObject()) {
                    permits.object(session, permit.verb(), permission, permit.on(), principal);
                } else {
                    permits.change(session, permit.verb(), permission, principal);
                }
            }
        }
    }

    @Override
    public void create(Session session, Statement.CreatePrincipal principal) {
        new Principals(instance, security).create(session, principal);
    }

    @Override
    public boolean mayKill(Session session) {
        return security.mayKill(session);
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

    @Override
    public void executed(Session session, ExecutedStatement statement) {
        hooks.executed(session, statement);
    }

    @Override
    public boolean call(
            Session session, String database, String procedure, List<String> names, List<@Nullable Object> values) {
        List<String> parameters = hooks.parameters(procedure);
        Database found = instance.database(database);
        if (parameters == null || found == null) {
            return false;
        }
        if (!security.has(session, found, Permission.ALTER)) {
            throw new SqlError(
                    12421, 14, 1, "User does not have necessary permissions to execute Query Store stored procedure.");
        }
        hooks.call(found.name(), found.id(), procedure, Arguments.inOrder(procedure, parameters, names, values));
        return true;
    }

    @Override
    public void alterQueryStore(Session session, QueryStoreChange change) {
        String database = change.database() == null ? session.database() : change.database();
        Database found = instance.database(security.visitor(session).resolve(database));
        if (found == null || !security.has(session, found, Permission.ALTER)) {
            throw new SqlError(
                    5011,
                    14,
                    5,
                    "User does not have permission to alter database '" + database
                            + "', the database does not exist, or the database is not in a state that allows access"
                            + " checks.");
        }
        entered(session, found.name());
        if (found.status().readOnly() || !found.status().role().isWritable()) {
            throw new SqlError(
                    5004,
                    16,
                    6,
                    "To use ALTER DATABASE, the database must be in a writable state in which a checkpoint can be"
                            + " executed.");
        }
        hooks.alterQueryStore(found.name(), change);
    }
}
