package io.tidegate.sqlserver.session;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import io.tidegate.sqlserver.ServerTarget;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Connections of Microsoft's driver. Immutable, thread-safe.
 *
 * <p>Facts of mssql-jdbc 13.6 that this rests on: {@code SQLServerDataSource} does not pool; with {@code connectRetryCount}
 * above 0 it would open a broken idle connection again without a word, and the application lock would be gone; the socket
 * time-out is infinite by default; keep-alive is always on.
 */
public final class DriverConnections implements ConnectionFactory {
    private final TrustFiles trust = new TrustFiles();

    /** Makes the factory. */
    public DriverConnections() {}

    @Override
    public Connection open(ServerTarget target, ConnectionSettings settings) throws SQLException {
        SQLServerDataSource source = source(target, settings);
        if (!target.authority().isEmpty()) {
            trust.trust(source, target.authority());
        }
        return source.getConnection();
    }

    static SQLServerDataSource source(ServerTarget target, ConnectionSettings settings) {
        SQLServerDataSource source = new SQLServerDataSource();
        source.setServerName(target.host());
        source.setPortNumber(target.port());
        source.setUser(target.login().user());
        source.setPassword(target.login().password().reveal());
        source.setDatabaseName(settings.database());
        source.setApplicationName(settings.applicationName());
        source.setEncrypt(target.encryption().driverValue());
        source.setTrustServerCertificate(target.trustServerCertificate());
        source.setLoginTimeout(Math.toIntExact(settings.loginLimit().toSeconds()));
        source.setSocketTimeout(Math.toIntExact(settings.socketLimit().toMillis()));
        source.setConnectRetryCount(0);
        source.setResponseBuffering("adaptive");
        source.setSendTimeAsDatetime(false);
        return source;
    }
}
