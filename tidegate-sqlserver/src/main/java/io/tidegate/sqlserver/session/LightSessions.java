package io.tidegate.sqlserver.session;

import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.fault.Where;
import java.sql.SQLException;
import java.time.Duration;

/** Opens sessions for light statements: the same options, no lock. Immutable, thread-safe. */
public final class LightSessions {
    private static final String PROGRAM = "Tidegate/light ";
    private static final Duration SOCKET_MARGIN = Duration.ofSeconds(5);

    private final ConnectionFactory connections;
    private final SessionLimits limits;
    private final Ticker ticker;
    private final String installation;

    /**
     * Makes the opener.
     *
     * @param connections opens connections
     * @param limits time limits
     * @param ticker for durations
     * @param installation names this installation in {@code program_name}
     */
    public LightSessions(ConnectionFactory connections, SessionLimits limits, Ticker ticker, String installation) {
        this.connections = connections;
        this.limits = limits;
        this.ticker = ticker;
        this.installation = installation;
    }

    /**
     * Logs in with current database {@code tempdb}, on Azure SQL Database in the database itself. Blocks up to the login limit and for two light batches.
     *
     * @param target the server
     * @return a session whose channel the caller closes
     * @throws io.tidegate.sqlserver.fault.SqlServerException when it cannot be opened
     */
    public OpenedSession open(ServerTarget target) {
        Where where = new Where(target.name(), target.login().user(), "");
        ConnectionSettings settings = new ConnectionSettings(
                PROGRAM + installation,
                target.sessionDatabase(),
                limits.login(),
                limits.lightStatement().plus(SOCKET_MARGIN));
        Channel channel;
        try {
            channel = new Channel(connections.open(target, settings), where, limits.lightStatement());
        } catch (SQLException failed) {
            throw SqlServerFaults.unconnected(failed, where, target.address());
        }
        try {
            return OpenedSession.begin(target, channel, ticker);
        } catch (RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }
}
