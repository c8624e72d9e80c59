package io.tidegate.sqlserver.session;

import java.time.Duration;

/**
 * Time limits of sessions. Immutable.
 *
 * @param login connecting and logging in
 * @param lightStatement a light statement
 * @param second the second limit of a heavy session, twice the step's deadline: its socket is aborted then
 */
public record SessionLimits(Duration login, Duration lightStatement, Duration second) {
    /** The limits of the design for a deadline of 180 s. */
    public static final SessionLimits LITE =
            new SessionLimits(Duration.ofSeconds(15), Duration.ofSeconds(15), Duration.ofSeconds(360));

    /** Checks that all are above zero. */
    public SessionLimits {
        for (Duration limit : new Duration[] {login, lightStatement, second}) {
            if (!limit.isPositive()) {
                throw new IllegalArgumentException("a limit must be above zero, was " + limit);
            }
        }
    }
}
