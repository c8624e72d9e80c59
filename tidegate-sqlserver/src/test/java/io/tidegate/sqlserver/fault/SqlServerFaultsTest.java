package io.tidegate.sqlserver.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import io.tidegate.core.incident.Incident;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlServerFaultsTest {
    private static final Where WHERE = new Where("sql-1", "monitor", "Sales");

    @ParameterizedTest
    @CsvSource({
        "1205, Transient",
        "1222, Transient",
        "701, Transient",
        "40613, Transient",
        "18456, LoginRefused",
        "4060, DatabaseUnavailable",
        "942, DatabaseUnavailable",
        "976, DatabaseUnavailable",
        "262, NotPermitted",
        "916, NotPermitted",
        "208, DatabaseUnavailable",
        "207, NotSupported",
        "40515, NotSupported",
        "12408, QueryStoreError",
        "12469, QueryStoreError",
        "50001, Guarded",
        "50002, Guarded",
        "64, Unreachable",
        "777, Unknown"
    })
    @Incident(120)
    void givenANumber_whenClassified_thenTheKindFollows(int number, String kind) {
        Fault fault = SqlServerFaults.classify(new SQLException("SELECT secret", "S0001", number), WHERE);
        assertThat(fault.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(fault.number()).isEqualTo(number);
        assertThat(fault.message()).startsWith("sql-1, database Sales: ").contains("" + number);
        assertThat(fault.message()).doesNotContain("secret");
    }

    @Test
    void givenTheDriversOwnErrors_whenClassified_thenTheStateTells() {
        assertThat(SqlServerFaults.classify(new SQLTimeoutException("t", "HY008"), WHERE))
                .isInstanceOf(Fault.TimedOut.class);
        assertThat(SqlServerFaults.classify(new SQLException("c", "HY008"), WHERE))
                .isInstanceOf(Fault.Cancelled.class);
        Fault lost = SqlServerFaults.classify(new SQLException("Read timed out", "08S01"), WHERE);
        assertThat(lost).isInstanceOf(Fault.Unreachable.class);
        assertThat(lost.endsSession()).isTrue();
    }

    @Test
    void givenAChain_whenClassified_thenTheMostTellingErrorCounts() {
        SQLException trailing = new SQLException("The user does not have permission", "S0001", 297);
        SQLException first = new SQLException(
                "VIEW DATABASE PERFORMANCE STATE permission denied in database 'Sales'.", "S0001", 262);
        first.setNextException(trailing);
        Fault.NotPermitted denied = (Fault.NotPermitted) SqlServerFaults.classify(first, WHERE);
        assertThat(denied.permission()).isEqualTo("VIEW DATABASE PERFORMANCE STATE");
        assertThat(denied.grant()).isEqualTo("USE [Sales]; GRANT VIEW DATABASE PERFORMANCE STATE TO [monitor];");
        assertThat(denied.message()).endsWith("Run: " + denied.grant());

        SQLException severe = new SQLException("severe", "S0001", 0);
        severe.setNextException(new SQLException("kill state", "S0001", 596));
        Fault killed = SqlServerFaults.classify(severe, WHERE);
        assertThat(killed).isInstanceOf(Fault.Unreachable.class);
        assertThat(killed.endsSession()).isTrue();
    }

    @Test
    @Incident(120)
    void givenAServersError_whenWrapped_thenItsWordsAreNotTheCause() {
        assertThat(SqlServerFaults.wrap(new SQLException("near 'secret'", "S0001", 102), WHERE))
                .hasNoCause();
        assertThat(SqlServerFaults.wrap(new SQLException("reset", "08S01"), WHERE))
                .hasCauseInstanceOf(SQLException.class);
    }

    @Test
    void givenAServerRight_whenMissing_thenTheGrantIsRunInMaster() {
        SQLException denied = new SQLException("VIEW SERVER STATE permission was denied on object 'server'", "S1", 300);
        Fault.NotPermitted fault = (Fault.NotPermitted) SqlServerFaults.classify(denied, WHERE);
        assertThat(fault.grant()).isEqualTo("USE [master]; GRANT VIEW SERVER STATE TO [monitor];");
    }

    /** Mutation meant to break it: the words of one cause for all. The driver's own sentences are not shown. */
    @Test
    void givenServersThatCannotBeReached_whenConnected_thenTheAddressAndTheCauseAreSaid() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        assertThat(unconnected("no-such-host.invalid", 1433))
                .isEqualTo(
                        "sql-1, database Sales: cannot be reached at no-such-host.invalid:1433: the name was not found.");
        assertThat(unconnected("127.0.0.1", closed))
                .isEqualTo("sql-1, database Sales: cannot be reached at 127.0.0.1:" + closed
                        + ": the connection was refused, nothing listens there.");
    }

    private static String unconnected(String host, int port) throws Exception {
        SQLServerDataSource source = new SQLServerDataSource();
        source.setServerName(host);
        source.setPortNumber(port);
        source.setUser("monitor");
        source.setPassword("s3cret");
        source.setConnectRetryCount(0);
        source.setLoginTimeout(10);
        try (Connection none = source.getConnection()) {
            return "connected";
        } catch (SQLException failed) {
            return SqlServerFaults.unconnected(failed, WHERE, host + ":" + port)
                    .fault()
                    .message();
        }
    }
}
