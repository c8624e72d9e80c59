package io.tidegate.sqlserver.session;

import java.time.Duration;
import java.util.Objects;

/**
 * How one connection is opened. Immutable.
 *
 * @param applicationName what the server shows as {@code program_name}
 * @param database the current database of the session
 * @param loginLimit how long connecting and logging in may take, at least a second
 * @param socketLimit how long one read of the socket may wait, above zero
 */
public record ConnectionSettings(String applicationName, String database, Duration loginLimit, Duration socketLimit) {
    /** Checks that all are there and that no limit is infinite (zero, for the driver). */
    public ConnectionSettings {
        Objects.requireNonNull(applicationName, "applicationName");
        Objects.requireNonNull(database, "database");
        if (loginLimit.toSeconds() < 1) {
            throw new IllegalArgumentException("loginLimit must be at least 1 s, was " + loginLimit);
        }
        if (socketLimit.toMillis() < 1) {
            throw new IllegalArgumentException("socketLimit must be above zero, was " + socketLimit);
        }
    }
}
