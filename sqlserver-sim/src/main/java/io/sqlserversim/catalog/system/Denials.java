package io.sqlserversim.catalog.system;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Permission;

/** The errors of missing permission on views; the engine lets Msg 297 trail 262 and 300. */
final class Denials {
    private static final String WHERE = "', database 'mssqlsystemresource', schema 'sys'.";

    private Denials() {}

    static SqlError server(Permission permission) {
        return new SqlError(
                300, 14, 1, permission.text() + " permission was denied on object 'server', database 'master'.");
    }

    static SqlError database(Permission permission, String database) {
        return new SqlError(262, 14, 1, permission.text() + " permission denied in database '" + database + "'.");
    }

    /** The views of schema sys live in the resource database, whatever database they are read in. */
    static SqlError select(String object) {
        return new SqlError(229, 14, 5, "The SELECT permission was denied on the object '" + object + WHERE);
    }

    static SqlError column(String column, String object) {
        return new SqlError(
                230,
                14,
                1,
                "The SELECT permission was denied on the column '" + column + "' of the object '" + object + WHERE);
    }
}
