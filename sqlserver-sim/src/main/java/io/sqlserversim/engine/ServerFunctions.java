package io.sqlserversim.engine;

import io.sqlserversim.session.Session;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions about the server, the session, its login, and errors. */
final class ServerFunctions {
    private ServerFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("SERVERPROPERTY", args -> {
            Ex name = args.exactly(1).name(0);
            return CallArgs.strict(
                    SqlType.SQL_VARIANT, v -> args.context().catalog().serverProperty(String.valueOf(v[0])), name);
        });
        into.put("SUSER_SNAME", ServerFunctions::login);
        into.put("SUSER_NAME", ServerFunctions::login);
        into.put("ORIGINAL_LOGIN", ServerFunctions::login);
        into.put("SYSTEM_USER", ServerFunctions::login);
        into.put("USER_NAME", args -> ofSession(args.between(0, 1), s -> userName(s)));
        into.put("CURRENT_USER", args -> ofSession(args, s -> userName(s)));
        into.put("SESSION_USER", args -> ofSession(args, s -> userName(s)));
        into.put("USER", args -> ofSession(args, s -> userName(s)));
        into.put("HOST_NAME", args -> ofSession(args.exactly(0), s -> s.login().hostName()));
        into.put("APP_NAME", args -> ofSession(args.exactly(0), s -> s.login().programName()));
        into.put(
                "PROGRAM_NAME",
                args -> ofSession(args.exactly(0), s -> s.login().programName()));
        into.put("CONTEXT_INFO", args -> {
            args.exactly(0);
            Session session = args.context().session();
            return Ex.of(SqlType.varbinary(128), env -> {
                byte[] info = session.settings().contextInfo();
                return info.length == 0 ? null : info;
            });
        });
        into.put("ROWCOUNT_BIG", args -> {
            Session session = args.exactly(0).context().session();
            return Ex.of(SqlType.BIGINT, env -> session.settings().rowCount());
        });
        into.put("CONNECTIONPROPERTY", args -> connection(args.exactly(1)));
        into.put("XACT_STATE", args -> {
            Session session = args.exactly(0).context().session();
            return Ex.of(
                    new SqlType(Kind.SMALLINT, 0, 0, 0),
                    env -> session.settings().transactionCount() > 0 ? 1 : 0);
        });
        into.put("SCOPE_IDENTITY", args -> {
            SessionState state = args.exactly(0).context().state();
            return Ex.of(SqlType.decimal(38, 0), env -> state.lastIdentity());
        });
        into.put("FORMATMESSAGE", args -> {
            List<Ex> all = args.between(1, 21).all();
            return Ex.of(
                    SqlType.nvarchar(2048),
                    env -> {
                        Object text = args.text(0).eval(env);
                        List<StatementRunner.Typed> values = new ArrayList<>();
                        for (Ex value : all.subList(1, all.size())) {
                            values.add(new StatementRunner.Typed(value.eval(env), value.type()));
                        }
                        return text == null ? null : MessageFormat.fill((String) text, values);
                    },
                    all.toArray(new Ex[0]));
        });
        into.put("SQL_VARIANT_PROPERTY", args -> VariantProperties.bind(args.exactly(2)));
        errors(into);
    }

    private static void errors(Map<String, Functions.Binder> into) {
        into.put(
                "ERROR_NUMBER",
                args -> ofError(args, SqlType.INT, e -> e.error().number()));
        into.put(
                "ERROR_SEVERITY",
                args -> ofError(args, SqlType.INT, e -> e.error().severity()));
        into.put(
                "ERROR_STATE", args -> ofError(args, SqlType.INT, e -> e.error().state()));
        into.put("ERROR_LINE", args -> ofError(args, SqlType.INT, CaughtError::line));
        into.put(
                "ERROR_MESSAGE",
                args -> ofError(args, SqlType.nvarchar(4000), e -> e.error().text()));
        into.put("ERROR_PROCEDURE", args -> ofError(args, SqlType.SYSNAME, e -> null));
    }

    private static Ex ofError(CallArgs args, SqlType type, Function<CaughtError, @Nullable Object> body) {
        SessionState state = args.exactly(0).context().state();
        return Ex.of(type, env -> {
            CaughtError caught = state.caught();
            return caught == null ? null : body.apply(caught);
        });
    }

    private static Ex ofSession(CallArgs args, Function<Session, @Nullable Object> body) {
        Session session = args.context().session();
        return Ex.of(SqlType.SYSNAME, env -> body.apply(session));
    }

    private static Ex login(CallArgs args) {
        return ofSession(args.between(0, 1), s -> s.login().loginName());
    }

    /** The user in a database has the login's name; only sa owns databases. */
    private static String userName(Session session) {
        String login = session.login().loginName();
        return login.equalsIgnoreCase("sa") ? "dbo" : login;
    }

    private static Ex connection(CallArgs args) {
        Session session = args.context().session();
        return CallArgs.strict(
                SqlType.SQL_VARIANT,
                v -> switch (String.valueOf(v[0]).toLowerCase(java.util.Locale.ROOT)) {
                    case "net_transport" -> text("TCP");
                    case "protocol_type" -> text("TSQL");
                    case "auth_scheme" -> text("SQL");
                    case "client_net_address" -> text(session.login().clientAddress());
                    case "physical_net_transport" -> text("TCP");
                    default -> null;
                },
                args.name(0));
    }

    private static Variant text(String value) {
        return new Variant(SqlType.nvarchar(40), value);
    }
}
