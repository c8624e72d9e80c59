package io.sqlserversim.catalog.system;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.instance.Permission;

/** The errors of missing permission on views. */
final class Denials {
    private Denials() {}

    private static SqlError trailing() {
        return new SqlError(297, 16, 1, "The user does not have permission to perform this action.");
    }

    static SqlError server(Permission permission) {
        return new SqlError(
                        300, 14, 1, permission.text() + " permission was denied on object 'server', database 'master'.")
                .followedBy(trailing());
    }

    static SqlError database(Permission permission, String database) {
        return new SqlError(262, 14, 1, permission.text() + " permission denied in database '" + database + "'.")
                .followedBy(trailing());
    }
}
