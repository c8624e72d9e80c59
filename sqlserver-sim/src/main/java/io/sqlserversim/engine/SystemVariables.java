package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.session.Session;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.Variant;
import java.util.Locale;

/** The variables with two signs. */
final class SystemVariables {
    private static final SqlType SMALLINT = new SqlType(Kind.SMALLINT, 0, 0, 0);
    private static final SqlType TINYINT = new SqlType(Kind.TINYINT, 0, 0, 0);

    private SystemVariables() {}

    static Ex bind(String name, FunctionContext context) {
        Session session = context.session();
        SessionState state = context.state();
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "@@SPID" -> Ex.of(SMALLINT, env -> session.sessionId());
            case "@@ROWCOUNT" ->
                Ex.of(SqlType.INT, env -> (int) session.settings().rowCount());
            case "@@ERROR" -> Ex.of(SqlType.INT, env -> state.lastError());
            case "@@TRANCOUNT" -> Ex.of(SqlType.INT, env -> session.settings().transactionCount());
            case "@@LOCK_TIMEOUT" ->
                Ex.of(SqlType.INT, env -> session.settings().lockTimeoutMillis());
            case "@@NESTLEVEL" -> Ex.of(SqlType.INT, env -> state.nesting());
            case "@@TEXTSIZE" -> Ex.of(SqlType.INT, env -> session.settings().textSize());
            case "@@MAX_PRECISION" -> new Ex.Constant(TINYINT, 38);
            case "@@DATEFIRST" -> Ex.of(TINYINT, env -> state.options().firstDay());
            case "@@LANGID" -> new Ex.Constant(SMALLINT, 0);
            case "@@LANGUAGE" -> new Ex.Constant(SqlType.SYSNAME, "us_english");
            case "@@MICROSOFTVERSION" -> Ex.of(SqlType.INT, env -> microsoftVersion(context.catalog()));
            case "@@SERVERNAME" -> Ex.of(SqlType.SYSNAME, env -> text(context.catalog(), "ServerName"));
            case "@@SERVICENAME" -> new Ex.Constant(SqlType.SYSNAME, "MSSQLSERVER");
            case "@@VERSION" -> Ex.of(SqlType.nvarchar(300), env -> version(context.catalog()));
            case "@@OPTIONS" -> Ex.of(SqlType.INT, env -> state.optionBits());
            case "@@FETCH_STATUS" -> new Ex.Constant(SqlType.INT, 0);
            case "@@IDENTITY" -> Ex.of(SqlType.decimal(38, 0), env -> state.lastIdentity());
            default -> throw Errors.undeclared(name);
        };
    }

    private static String text(Catalog catalog, String property) {
        Object value = catalog.serverProperty(property);
        return value instanceof Variant variant ? variant.value().toString() : String.valueOf(value);
    }

    private static int microsoftVersion(Catalog catalog) {
        String[] parts = text(catalog, "ProductVersion").split("\\.", -1);
        return Integer.parseInt(parts[0]) << 24 | Integer.parseInt(parts[1]) << 16 | Integer.parseInt(parts[2]);
    }

    private static String version(Catalog catalog) {
        String version = text(catalog, "ProductVersion");
        String edition = text(catalog, "Edition");
        if (edition.equals("SQL Azure")) {
            return "Microsoft SQL Azure (RTM) - " + version + " \n\tCopyright (C) 2022 Microsoft Corporation\n";
        }
        int dot = version.indexOf('.');
        String year = switch (version.substring(0, Math.max(0, dot))) {
            case "13" -> "2016";
            case "14" -> "2017";
            case "15" -> "2019";
            case "16" -> "2022";
            case "17" -> "2025";
            default -> "";
        };
        return "Microsoft SQL Server " + year + " (RTM) - " + version
                + " (X64) \n\tCopyright (C) " + year + " Microsoft Corporation\n\t" + edition
                + " on Linux (simulated) <X64>";
    }
}
