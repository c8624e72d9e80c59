package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.Await;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.server.ConnectionScript;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each fault as mssql-jdbc meets it. */
class FaultsEndToEndTest {
    private static final String HEAVY = "SELECT plan_id FROM sys.query_store_runtime_stats";

    private Fleet fleet;
    private SimulatedServer server;

    @BeforeEach
    void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST);
        server = fleet.first();
    }

    @AfterEach
    void stop() {
        fleet.close();
        assertThat(server.judge().running()).isZero();
    }

    private void script(Match match, Fault fault) {
        server.faults().add(new FaultRule("rule", match, Occurrence.only(1), fault));
    }

    /** Reads row by row; the failure, if any, is put into the array. */
    private static long rowsBefore(Client client, SQLException[] failure) {
        long rows = 0;
        try (Statement statement = client.connection().createStatement();
                ResultSet result = statement.executeQuery(HEAVY)) {
            while (result.next()) {
                rows++;
            }
        } catch (SQLException e) {
            failure[0] = e;
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"701,17,123", "1105,17,2", "1205,13,45", "1222,16,45"})
    void givenAnErrorAfterFiveRows_whenRead_thenFiveRowsAndTheError(int number, int severity, int state)
            throws Exception {
        script(Match.HEAVY, new Fault.Fail(Point.afterRows(5), new SqlError(number, severity, state, "Simulated.")));
        try (Client client = Client.open(server)) {
            SQLException[] failure = new SQLException[1];
            assertThat(rowsBefore(client, failure)).isEqualTo(5);
            assertThat(failure[0].getErrorCode()).isEqualTo(number);
            assertThat(client.one("SELECT 1")).isEqualTo("1");
            assertThat(server.faults().triggered()).containsEntry("rule", 1L);
        }
    }

    @Test
    void givenAFatalError_whenRead_thenTheConnectionIsClosed() throws Exception {
        SqlError fatal =
                new SqlError(596, 21, 1, "Cannot continue the execution because the session is in the kill state.");
        script(Match.HEAVY, new Fault.Fail(Point.START, fatal));
        try (Client client = Client.open(server)) {
            assertThat(catchThrowableOfType(SQLException.class, () -> client.rows(HEAVY))
                            .getErrorCode())
                    .isEqualTo(596);
            assertThat(client.connection().isClosed()).isTrue();
        }
        Await.until(
                "the session is gone", () -> server.instance().sessions().all().isEmpty());
    }

    @Test
    void givenADrop_whenRead_thenTheConnectionIsLostAfterSomeRows() throws Exception {
        script(Match.HEAVY, new Fault.Drop(Point.afterRows(3)));
        try (Client client = Client.open(server)) {
            SQLException[] failure = new SQLException[1];
            rowsBefore(client, failure);
            assertThat(failure[0].getSQLState()).startsWith("08");
        }
        Await.until(
                "the session is gone", () -> server.instance().sessions().all().isEmpty());
    }

    @Test
    void givenATrickle_whenRead_thenAllRowsComeInTheEnd() throws Exception {
        try (Client client = Client.open(server)) {
            int all = client.rows(HEAVY).size();
            script(Match.HEAVY, new Fault.Trickle(Duration.ofMillis(1), false));
            assertThat(client.rows(HEAVY)).hasSize(all);
        }
    }

    @Test
    void givenARefusedLogin_whenConnecting_thenItsErrorAndTheNextIsLetIn() throws Exception {
        script(Match.ANY, new Fault.RefuseLogin(List.of(new SqlError(18456, 14, 1, "Login failed by script."))));
        assertThat(catchThrowableOfType(SQLException.class, () -> Client.open(server))
                        .getErrorCode())
                .isEqualTo(18456);
        try (Client client = Client.open(server)) {
            assertThat(client.one("SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void givenAConnectionScript_whenItsBytesAreSent_thenItIsReset() throws Exception {
        script(Match.ANY, new Fault.Connect(ConnectionScript.CLEAR.withDrop(2_000, ConnectionScript.Drop.RESET)));
        try (Client client = Client.open(server)) {
            SQLException[] failure = new SQLException[1];
            rowsBefore(client, failure);
            while (failure[0] == null) {
                rowsBefore(client, failure);
            }
            assertThat(failure[0].getSQLState()).startsWith("08");
        }
    }

    @Test
    void givenARuleForOneProgram_whenOthersRead_thenTheyAreLeftAlone() throws Exception {
        script(Match.ANY.byProgram("victim"), new Fault.Fail(Point.START, new SqlError(701, 17, 123, "Simulated.")));
        try (Client other = Client.open(server, "applicationName=other");
                Client victim = Client.open(server, "applicationName=victim/1")) {
            assertThat(other.one("SELECT 1")).isEqualTo("1");
            assertThat(catchThrowableOfType(SQLException.class, () -> victim.rows("SELECT 1"))
                            .getErrorCode())
                    .isEqualTo(701);
        }
    }
}
