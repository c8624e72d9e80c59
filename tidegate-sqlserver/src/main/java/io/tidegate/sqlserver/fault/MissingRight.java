package io.tidegate.sqlserver.fault;

import java.util.Locale;

/**
 * A right that a login lacks, and the statement that gives it. Immutable.
 *
 * @param permission its name
 * @param grant the statement to run; empty when none is known
 */
record MissingRight(String permission, String grant) {
    private static final String[] KNOWN = {
        "VIEW SERVER PERFORMANCE STATE",
        "VIEW DATABASE PERFORMANCE STATE",
        "VIEW SERVER STATE",
        "VIEW DATABASE STATE",
        "EXECUTE",
        "SELECT"
    };

    /** Finds the permission that a server's message names; only known names are taken from it. */
    static MissingRight of(int number, String serverMessage, Where where) {
        if (number == 916) {
            return new MissingRight(
                    "CONNECT", inDatabase(where, "CREATE USER " + user(where) + " FOR LOGIN " + user(where)));
        }
        String upper = serverMessage.toUpperCase(Locale.ROOT);
        for (String name : KNOWN) {
            if (upper.contains(name)) {
                return new MissingRight(name, grantFor(name, where));
            }
        }
        return new MissingRight("unknown", "");
    }

    private static String grantFor(String permission, Where where) {
        if (permission.contains("SERVER")) {
            return "USE [master]; GRANT " + permission + " TO " + user(where) + ";";
        }
        if (permission.contains("DATABASE")) {
            return inDatabase(where, "GRANT " + permission + " TO " + user(where));
        }
        return permission.equals("EXECUTE") ? "USE [tempdb]; GRANT EXECUTE ON sys.sp_getapplock TO [public];" : "";
    }

    private static String inDatabase(Where where, String statement) {
        String use = where.database().isEmpty() ? "" : "USE " + bracketed(where.database()) + "; ";
        return use + statement + ";";
    }

    private static String user(Where where) {
        return bracketed(where.login());
    }

    private static String bracketed(String name) {
        return "[" + name.replace("]", "]]") + "]";
    }
}
