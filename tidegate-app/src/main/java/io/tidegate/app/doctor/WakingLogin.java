package io.tidegate.app.doctor;

import io.tidegate.core.time.Pause;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.OpenedSession;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Logs in for a visit, and outlasts the waking of a serverless database: while that lasts Azure SQL Database refuses logins
 * with error 40613. Says so before it knocks, since it is the login that wakes it. Confined to one thread.
 *
 * @param sessions opens sessions
 * @param ticker for durations
 * @param pause waits between two tries
 * @param say takes what a user is told meanwhile
 */
public record WakingLogin(LightSessions sessions, Ticker ticker, Pause pause, Consumer<String> say) {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration MOST = Duration.ofMinutes(3);

    /**
     * Opens a session. Blocks for a login, and up to three minutes where a database wakes.
     *
     * @param target the server
     * @return a session whose channel the caller closes
     * @throws SqlServerException when it cannot be opened
     */
    public OpenedSession open(ServerTarget target) {
        if (target.isDatabase()) {
            say.accept(
                    target.name() + " is a database of Azure SQL Database: if it is serverless and paused, this login"
                            + " wakes it, and the time that it is awake is billed.");
        }
        long begun = ticker.readNanos();
        while (true) {
            try {
                return sessions.open(target);
            } catch (SqlServerException refused) {
                long next = ticker.readNanos() + EVERY.toNanos();
                if (!isWaking(target, refused.fault()) || next - begun > MOST.toNanos() || !pause.until(next)) {
                    throw refused;
                }
                say.accept("It is not available yet; tried again every " + EVERY.toSeconds() + " s, for "
                        + MOST.toMinutes() + " minutes at most.");
            }
        }
    }

    private static boolean isWaking(ServerTarget target, Fault fault) {
        return target.isDatabase() && fault.isAboutToBeThere();
    }
}
