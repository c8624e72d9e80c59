package io.tidegate.sqlserver;

import java.util.Objects;

/**
 * A SQL Server login. Immutable.
 *
 * @param user its name
 * @param password its password
 */
public record Login(String user, Secret password) {
    /** Checks that both are there. */
    public Login {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
    }
}
