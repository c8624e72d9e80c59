package io.sqlserversim.engine;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Collation;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Variant;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DATABASEPROPERTYEX, answered from {@code sys.databases}. */
final class DatabaseProperties {
    private DatabaseProperties() {}

    static Ex bind(CallArgs args) {
        return CallArgs.strict(
                SqlType.SQL_VARIANT,
                v -> property(args.context(), String.valueOf(v[0]), String.valueOf(v[1])),
                args.name(0),
                args.name(1));
    }

    private static @Nullable Object property(FunctionContext context, String database, String property) {
        return switch (property.toLowerCase(Locale.ROOT)) {
            case "status" -> text(column(context, database, "state_desc"), 128);
            case "collation" -> text(column(context, database, "collation_name"), 128);
            case "useraccess" -> text(column(context, database, "user_access_desc"), 128);
            case "recovery" -> text(column(context, database, "recovery_model_desc"), 128);
            case "updateability" -> {
                Object readOnly = column(context, database, "is_read_only");
                Boolean updateable = context.catalog().isUpdateable(context.session(), database);
                boolean locked = updateable == null ? Boolean.TRUE.equals(readOnly) : !updateable;
                yield readOnly == null ? null : text(locked ? "READ_ONLY" : "READ_WRITE", 128);
            }
            case "serviceobjective" -> text(context.catalog().serviceObjective(context.session(), database), 128);
            case "edition" -> edition(context.catalog().serviceObjective(context.session(), database));
            default -> null;
        };
    }

    private static @Nullable Variant edition(@Nullable String objective) {
        if (objective == null) {
            return null;
        }
        String edition = objective.startsWith("GP_")
                ? "GeneralPurpose"
                : objective.startsWith("HS_") ? "Hyperscale" : objective.startsWith("S") ? "Standard" : objective;
        return text(edition, 64);
    }

    private static @Nullable Variant text(@Nullable Object value, int length) {
        return value == null ? null : new Variant(SqlType.nvarchar(length), value.toString());
    }

    private static @Nullable Object column(FunctionContext context, String database, String column) {
        VirtualTable table = context.names().tableOrNull(List.of("sys", "databases"));
        int name = table == null ? -1 : ordinal(table, "name");
        int wanted = table == null ? -1 : ordinal(table, column);
        if (table == null || name < 0 || wanted < 0) {
            return null;
        }
        BitSet needed = new BitSet();
        needed.set(name);
        needed.set(wanted);
        try (RowCursor rows = table.scan(new ScanRequest(context.session(), needed, Map.of()))) {
            while (rows.advance()) {
                if (rows.value(name) instanceof String text && Collation.same(text, database)) {
                    return rows.value(wanted);
                }
            }
        }
        return null;
    }

    private static int ordinal(VirtualTable table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (Collation.same(table.columns().get(i).name(), column)) {
                return i;
            }
        }
        return -1;
    }
}
