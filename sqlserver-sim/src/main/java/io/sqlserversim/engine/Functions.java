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

    private Functions() {}

    static Ex bind(String name, List<Expr> arguments, ExprBinder binder) {
        Binder found = BY_NAME.get(name.toUpperCase(Locale.ROOT));
        if (found == null) {
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
            binder.bindAll(arguments);
            return new Ex.Constant(io.sqlserversim.types.SqlType.BIT, null);
        }
        return null;
    }
}
