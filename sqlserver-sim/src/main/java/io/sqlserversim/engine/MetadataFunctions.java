package io.sqlserversim.engine;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions about databases, objects, columns and permissions. What cannot be seen is NULL. */
final class MetadataFunctions {
    private MetadataFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("DB_ID", MetadataFunctions::databaseId);
        into.put("DB_NAME", MetadataFunctions::databaseName);
        into.put(
                "OBJECT_ID",
                args -> CallArgs.strict(
                        SqlType.INT,
                        v -> objectId(args.context(), String.valueOf(v[0])),
                        args.between(1, 2).name(0)));
        into.put("OBJECT_NAME", args -> objectName(args.between(1, 2)));
        into.put("OBJECT_SCHEMA_NAME", args -> schemaById(args.between(1, 2)));
        into.put(
                "PARSENAME",
                args -> CallArgs.strict(
                        SqlType.SYSNAME,
                        v -> part(String.valueOf(v[0]), v[1]),
                        args.exactly(2).name(0),
                        args.integer(1)));
        into.put("SCHEMA_NAME", MetadataFunctions::schemaName);
        into.put(
                "SCHEMA_ID",
                args -> CallArgs.strict(
                        SqlType.INT,
                        v -> schemaId(String.valueOf(v[0])),
                        args.exactly(1).name(0)));
        into.put("COLUMNPROPERTY", args -> columnProperty(args.exactly(3)));
        into.put("COL_LENGTH", args -> colLength(args.exactly(2)));
        into.put("DATABASEPROPERTYEX", args -> DatabaseProperties.bind(args.exactly(2)));
        into.put(
                "HAS_DBACCESS",
                args -> CallArgs.strict(
                        SqlType.INT,
                        v -> hasAccess(args.context(), String.valueOf(v[0])),
                        args.exactly(1).name(0)));
        into.put("HAS_PERMS_BY_NAME", args -> Permissions.hasPermsByName(args.between(3, 5)));
        into.put("IS_SRVROLEMEMBER", args -> Permissions.isServerRoleMember(args.between(1, 2)));
        into.put("IS_MEMBER", args -> Permissions.isMember(args.exactly(1)));
    }

    /** Parts are counted from the right. */
    private static @Nullable String part(String name, @Nullable Object number) {
        List<String> parts = QualifiedNames.split(name);
        int wanted = number instanceof Integer i ? i : 0;
        boolean there = wanted >= 1 && wanted <= parts.size() && parts.size() <= 4;
        return there && !parts.get(parts.size() - wanted).isEmpty() ? parts.get(parts.size() - wanted) : null;
    }

    private static Ex databaseId(CallArgs args) {
        args.between(0, 1);
        FunctionContext context = args.context();
        SqlType type = new SqlType(Kind.SMALLINT, 0, 0, 0);
        if (args.count() == 0) {
            return Ex.of(
                    type, env -> context.catalog().databaseId(context.session().database()));
        }
        return CallArgs.strict(type, v -> context.catalog().databaseId(String.valueOf(v[0])), args.name(0));
    }

    private static Ex databaseName(CallArgs args) {
        args.between(0, 1);
        FunctionContext context = args.context();
        if (args.count() == 0) {
            return Ex.of(SqlType.SYSNAME, env -> context.session().database());
        }
        return CallArgs.strict(
                SqlType.SYSNAME,
                v -> v[0] instanceof Integer id
                        ? id == 0
                                ? context.session().database()
                                : context.catalog().databaseName(id)
                        : null,
                args.integer(0));
    }

    /** Looks the id up in the catalogue of the database, or of the one that the second argument names. */
    private static Ex objectName(CallArgs args) {
        FunctionContext context = args.context();
        Ex database = args.count() > 1
                ? args.integer(1)
                : Ex.of(
                        SqlType.INT,
                        env -> context.catalog().databaseId(context.session().database()));
        return CallArgs.strict(
                SqlType.SYSNAME,
                v -> v[0] instanceof Integer id && v[1] instanceof Integer databaseId
                        ? ObjectNames.find(context, id, context.catalog().databaseName(databaseId))
                        : null,
                args.integer(0),
                database);
    }

    private static Ex schemaName(CallArgs args) {
        args.between(0, 1);
        if (args.count() == 0) {
            return new Ex.Constant(SqlType.SYSNAME, "dbo");
        }
        return CallArgs.strict(
                SqlType.SYSNAME,
                v -> v[0] instanceof Integer id
                        ? switch (id) {
                            case 1 -> "dbo";
                            case 2 -> "guest";
                            case 3 -> "INFORMATION_SCHEMA";
                            case 4 -> "sys";
                            default -> null;
                        }
                        : null,
                args.integer(0));
    }

    private static @Nullable Integer schemaId(String name) {
        return switch (name.toLowerCase(java.util.Locale.ROOT)) {
            case "dbo" -> 1;
            case "guest" -> 2;
            case "information_schema" -> 3;
            case "sys" -> 4;
            default -> null;
        };
    }

    /** A system view's id: negative, the same in every database, made from its name. */
    private static @Nullable Integer objectId(FunctionContext context, String written) {
        VirtualTable table = table(context, written);
        if (table == null) {
            return null;
        }
        return objectId(table);
    }

    static int objectId(VirtualTable table) {
        int hash = Collation.key(table.name()).hashCode() & 0x3FFFFFFF;
        return table instanceof TempTable ? hash : -1 - hash;
    }

    private static @Nullable VirtualTable table(FunctionContext context, String written) {
        List<String> parts = QualifiedNames.split(written);
        if (parts.isEmpty() || parts.size() > 3) {
            return null;
        }
        List<String> name = parts.getLast().startsWith("#") ? List.of(parts.getLast()) : parts;
        return context.names().described(name);
    }

    private static Ex columnProperty(CallArgs args) {
        FunctionContext context = args.context();
        return CallArgs.strict(
                SqlType.INT,
                v -> {
                    VirtualTable table = byId(context, v[0]);
                    int ordinal = table == null ? -1 : ordinal(table, String.valueOf(v[1]));
                    if (table == null || ordinal < 0) {
                        return null;
                    }
                    Column column = table.columns().get(ordinal);
                    return switch (String.valueOf(v[2]).toLowerCase(java.util.Locale.ROOT)) {
                        case "columnid" -> ordinal + 1;
                        case "allowsnull" -> column.nullable() ? 1 : 0;
                        case "precision" -> column.type().precision();
                        case "scale" -> column.type().scale();
                        default -> null;
                    };
                },
                args.integer(0),
                args.name(1),
                args.name(2));
    }

    private static @Nullable VirtualTable byId(FunctionContext context, @Nullable Object id) {
        if (!(id instanceof Integer number)) {
            return null;
        }
        TempTable temp = context.state().tempTables().find(number);
        Session session = context.session();
        return temp == null ? context.catalog().describe(session, session.database(), number) : temp;
    }

    private static Ex schemaById(CallArgs args) {
        FunctionContext context = args.context();
        return CallArgs.strict(
                SqlType.SYSNAME,
                v -> {
                    VirtualTable table = byId(context, v[0]);
                    return table == null
                            ? null
                            : table.name().substring(0, table.name().indexOf('.'));
                },
                args.integer(0));
    }

    private static int ordinal(VirtualTable table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (Collation.same(table.columns().get(i).name(), column)) {
                return i;
            }
        }
        return -1;
    }

    private static Ex colLength(CallArgs args) {
        FunctionContext context = args.context();
        return CallArgs.strict(
                new SqlType(Kind.SMALLINT, 0, 0, 0),
                v -> {
                    VirtualTable table = table(context, String.valueOf(v[0]));
                    int ordinal = table == null ? -1 : ordinal(table, String.valueOf(v[1]));
                    return table == null || ordinal < 0
                            ? null
                            : StorageLength.of(table.columns().get(ordinal).type());
                },
                args.name(0),
                args.name(1));
    }

    private static @Nullable Integer hasAccess(FunctionContext context, String database) {
        if (context.catalog().databaseId(database) == null) {
            return null;
        }
        try {
            context.catalog().enter(context.session(), database);
            return 1;
        } catch (SqlError e) {
            return 0;
        }
    }
}
