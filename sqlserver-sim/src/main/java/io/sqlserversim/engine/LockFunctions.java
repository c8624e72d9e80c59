package io.sqlserversim.engine;

import io.sqlserversim.locks.LockKey;
import io.sqlserversim.locks.LockMode;
import io.sqlserversim.locks.LockOwner;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** APPLOCK_MODE and APPLOCK_TEST. */
final class LockFunctions {
    private LockFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("APPLOCK_MODE", args -> mode(args.exactly(3)));
        into.put("APPLOCK_TEST", args -> test(args.exactly(4)));
    }

    private static Ex[] texts(CallArgs args) {
        Ex[] texts = new Ex[args.count()];
        for (int i = 0; i < texts.length; i++) {
            if (Coercion.isNullLiteral(args.get(i))) {
                throw new SqlError(
                        8116,
                        16,
                        1,
                        "Argument data type NULL is invalid for argument " + (i + 1) + " of " + args.name()
                                + " function.");
            }
            texts[i] = args.name(i);
        }
        return texts;
    }

    private static LockKey key(FunctionContext context, @Nullable Object principal, @Nullable Object resource) {
        String name = String.valueOf(principal);
        LockProcedures.checkPrincipal(context.session(), name);
        String scope =
                context.catalog().lockScope(context.session(), context.session().database());
        return LockProcedures.key(scope, name, String.valueOf(resource));
    }

    private static LockOwner owner(FunctionContext context, @Nullable Object name) {
        LockOwner owner = LockOwner.of(String.valueOf(name));
        if (owner == null) {
            throw new SqlError(1226, 16, 1, "An invalid application lock owner was passed to the function.");
        }
        if (owner == LockOwner.TRANSACTION && context.session().settings().transactionCount() == 0) {
            throw new SqlError(
                    3918,
                    16,
                    1,
                    "The statement or function must be executed in the context of a user" + " transaction.");
        }
        return owner;
    }

    private static Ex mode(CallArgs args) {
        FunctionContext context = args.context();
        return CallArgs.strict(
                SqlType.nvarchar(32),
                v -> {
                    LockOwner owner = owner(context, v[2]);
                    LockMode held = context.locks().held(context.session(), key(context, v[0], v[1]), owner);
                    return held == null ? "NoLock" : held.title();
                },
                texts(args));
    }

    private static Ex test(CallArgs args) {
        FunctionContext context = args.context();
        return CallArgs.strict(
                new SqlType(Kind.SMALLINT, 0, 0, 0),
                v -> {
                    owner(context, v[3]);
                    LockMode wanted = LockMode.of(String.valueOf(v[2]));
                    if (wanted == null) {
                        throw new SqlError(1225, 16, 1, "An invalid application lock mode was passed to the function.");
                    }
                    LockKey key = key(context, v[0], v[1]);
                    return context.locks().available(context.session(), key, wanted) ? 1 : 0;
                },
                texts(args));
    }
}
