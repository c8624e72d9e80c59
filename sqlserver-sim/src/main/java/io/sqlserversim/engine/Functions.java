package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The built-in functions by name. */
final class Functions {
    /** Binds one function. */
    interface Binder {
        Ex bind(CallArgs args);
    }

    private static final Map<String, Binder> BY_NAME = new HashMap<>();

    static {
        TextFunctions.register(BY_NAME);
        TextShapes.register(BY_NAME);
        MathFunctions.register(BY_NAME);
        NullFunctions.register(BY_NAME);
        DateFunctions.register(BY_NAME);
        HashFunctions.register(BY_NAME);
        ServerFunctions.register(BY_NAME);
        MetadataFunctions.register(BY_NAME);
        LockFunctions.register(BY_NAME);
    }

    /** In which major version the younger functions came, by Microsoft's pages of each. */
    private static final Map<String, Integer> SINCE = Map.ofEntries(
            Map.entry("CONCAT_WS", 14),
            Map.entry("STRING_AGG", 14),
            Map.entry("TRANSLATE", 14),
            Map.entry("TRIM", 14),
            Map.entry("APPROX_COUNT_DISTINCT", 15),
            Map.entry("DATETRUNC", 16),
            Map.entry("GENERATE_SERIES", 16),
            Map.entry("GREATEST", 16),
            Map.entry("LEAST", 16));

    private Functions() {}

    /** Whether the server's version has a function; true for those of every version, and for names unknown here. */
    static boolean isKnown(String name, FunctionContext context) {
        Integer since = SINCE.get(name);
        if (since == null) {
            return true;
        }
        Object version = context.catalog().serverProperty("ProductVersion");
        String text = version instanceof io.sqlserversim.types.Variant variant ? String.valueOf(variant.value()) : "";
        Object edition = context.catalog().serverProperty("EngineEdition");
        boolean cloud = edition instanceof io.sqlserversim.types.Variant variant
                && variant.value() instanceof Integer number
                && number >= 5;
        int dot = text.indexOf('.');
        return cloud || dot < 0 || Integer.parseInt(text.substring(0, dot)) >= since;
    }

    static Ex bind(String name, List<Expr> arguments, ExprBinder binder) {
        Binder found = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        if (found == null
                || !isKnown(name.toUpperCase(Locale.ROOT), binder.statement().functions())) {
            throw Errors.notAFunction(name);
        }
        FunctionContext context = binder.statement().functions();
        if (DateFunctions.takesPart(name.toUpperCase(Locale.ROOT))) {
            List<Ex> rest = arguments.isEmpty() ? List.of() : binder.bindAll(arguments.subList(1, arguments.size()));
            return found.bind(new CallArgs(name, arguments, rest, context));
        }
        return found.bind(new CallArgs(name, arguments, binder.bindAll(arguments), context));
    }

    /** Functions that are written with a schema; null when there is none of this name. */
    static @Nullable Ex bindQualified(List<String> name, List<Expr> arguments, ExprBinder binder) {
        String last = name.getLast().toLowerCase(Locale.ROOT);
        boolean sys = name.get(name.size() - 2).equalsIgnoreCase("sys");
        if (sys && last.equals("fn_hadr_is_primary_replica") && arguments.size() == 1) {
            FunctionContext context = binder.statement().functions();
            CallArgs args = new CallArgs(last, arguments, binder.bindAll(arguments), context);
            return CallArgs.strict(
                    io.sqlserversim.types.SqlType.BIT,
                    v -> context.catalog().isPrimaryReplica(context.session(), String.valueOf(v[0])),
                    args.name(0));
        }
        return null;
    }
}
