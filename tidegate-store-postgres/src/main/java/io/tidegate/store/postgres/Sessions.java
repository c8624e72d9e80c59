package io.tidegate.store.postgres;

import java.time.Duration;
import java.util.Locale;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** How a session is begun: who, where, and the limits that the server itself keeps. No state. */
final class Sessions {
    private Sessions() {}

    /** Connections for one login; each begins with the store's search path and limits. */
    static DataSource of(PostgresOptions o, Login login, String name) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            o.driver().forEach((key, value) -> set(source, key, value));
        } finally {
            source.setServerNames(new String[] {o.host()});
            source.setPortNumbers(new int[] {o.port()});
        }
        source.setDatabaseName(o.database());
        source.setUser(login.user());
        source.setPassword(login.password());
        source.setApplicationName("tidegate-" + name);
        source.setCurrentSchema(o.schema());
        source.setConnectTimeout(seconds(o.waitLimit()));
        source.setLoginTimeout(seconds(o.waitLimit()));
        source.setSocketTimeout(
                seconds(o.callLimit().multipliedBy(2))); // a second net: the deadline of the call is first
        source.setTcpKeepAlive(true);
        source.setReWriteBatchedInserts(true);
        source.setOptions(limits(o));
        return source;
    }

    private static void set(PGSimpleDataSource source, String key, String value) {
        try {
            source.setProperty(key, value);
        } catch (java.sql.SQLException e) {
            throw new IllegalArgumentException("the driver has no property " + key + ", or not with that value", e);
        }
    }

    /** The server ends what we could not: a node that dies with a transaction open holds its locks no longer than this. */
    private static String limits(PostgresOptions o) {
        return String.format(
                Locale.ROOT,
                "-c statement_timeout=%d -c lock_timeout=%d -c transaction_timeout=%d"
                        + " -c idle_in_transaction_session_timeout=%d -c client_connection_check_interval=5s -c jit=off",
                o.statementLimit().toMillis(),
                o.waitLimit().toMillis(),
                o.transactionLimit().toMillis(),
                o.statementLimit().toMillis());
    }

    private static int seconds(Duration limit) {
        return (int) Math.max(1, limit.toSeconds());
    }
}
