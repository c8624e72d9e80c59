package io.sqlserversim.catalog.system;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Permission;

/** The errors of missing permission on views; the engine lets Msg 297 trail both. */
final class Denials {
    private Denials() {}

    static SqlError server(Permission permission) {
        return new SqlError(
                300, 14, 1, permission.text() + " permission was denied on object 'server', database 'master'.");
    }

    static SqlError database(Permission permission, String database) {
        return new SqlError(262, 14, 1, permission.text() + " permission denied in database '" + database + "'.");
    }
}
