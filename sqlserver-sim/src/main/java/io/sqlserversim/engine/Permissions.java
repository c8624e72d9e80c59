package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions about permissions and roles. */
final class Permissions {
    private Permissions() {}

    static Ex hasPermsByName(CallArgs args) {
        Ex securable = args.name(0);
        Ex kind = args.name(1);
        Ex permission = args.name(2);
        FunctionContext context = args.context();
        return Ex.of(
                SqlType.INT,
                env -> {
                    Object name = securable.eval(env);
                    Object type = kind.eval(env);
                    Object wanted = permission.eval(env);
                    return wanted == null ? null : answer(context, name, type, wanted.toString());
                },
                securable,
                kind,
                permission);
    }

    private static @Nullable Integer answer(
            FunctionContext context, @Nullable Object name, @Nullable Object kind, String permission) {
        if (kind == null || kind.toString().equalsIgnoreCase("SERVER")) {
            return name == null ? context.catalog().hasPermission(context.session(), null, permission) : null;
        }
        if (kind.toString().equalsIgnoreCase("DATABASE")) {
            List<String> parts = name == null ? List.of() : QualifiedNames.split(name.toString());
            String database = parts.isEmpty() ? context.session().database() : parts.getLast();
            return context.catalog().hasPermission(context.session(), database, permission);
        }
        if (kind.toString().equalsIgnoreCase("OBJECT") && name != null) {
            return context.names().tableOrNull(QualifiedNames.split(name.toString())) == null ? null : 1;
        }
        return null;
    }

    /** Membership shows itself in what it gives: sysadmin has CONTROL SERVER. */
    static Ex isServerRoleMember(CallArgs args) {
        FunctionContext context = args.context();
        return CallArgs.strict(
                SqlType.INT,
                v -> {
                    String role = String.valueOf(v[0]);
                    if (role.equalsIgnoreCase("public")) {
                        return 1;
                    }
                    if (!role.equalsIgnoreCase("sysadmin")) {
                        return null;
                    }
                    Integer control = context.catalog().hasPermission(context.session(), null, "CONTROL SERVER");
                    return control == null ? 0 : control;
                },
                args.name(0));
    }

    static Ex isMember(CallArgs args) {
        return CallArgs.strict(
                SqlType.INT, v -> String.valueOf(v[0]).equalsIgnoreCase("public") ? 1 : null, args.name(0));
    }
}
