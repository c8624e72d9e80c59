package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.microsoft.sqlserver.jdbc.SQLServerError;
import com.microsoft.sqlserver.jdbc.SQLServerException;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.LoginStanding;
import io.sqlserversim.instance.Permission;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is let in, and what the others are told: numbers, severities, states and texts, as they come over the wire. */
class LoginsEndToEndTest {
    private static Fleet fleet;
    private static SimulatedServer server;

    @BeforeAll
    static void start() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 3));
        server = fleet.first();
        add("exact", "Sales", Grants.NONE.withDatabase("Sales", Permission.CONNECT), LoginStanding.ENABLED);
        add("homeless", "Gone", Grants.NONE, LoginStanding.ENABLED);
        add("shut", "Billing", Grants.MONITOR, LoginStanding.ENABLED);
        for (LoginStanding standing : LoginStanding.values()) {
            add(standing.name(), "master", Grants.NONE, standing);
        }
        server.databases().state("Billing", DatabaseState.OFFLINE);
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    private static void add(String name, String database, Grants grants, LoginStanding standing) {
        Login login = new Login(300 + server.instance().logins().size(), name, "Abc123", database, grants);
        login.standing(standing);
        server.instance().add(login);
    }

    /** Each error of an answer as number/severity/state. */
    private static List<String> errors(ThrowingCallable call) {
        List<String> errors = new ArrayList<>();
        for (SQLException e = catchThrowableOfType(SQLException.class, call); e != null; e = e.getNextException()) {
            SQLServerError error = ((SQLServerException) e).getSQLServerError();
            errors.add(error.getErrorNumber() + "/" + error.getErrorSeverity() + "/" + error.getErrorState());
        }
        return errors;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exact       | wrong  |         | 18456/14/1
            nobody      | Abc123 |         | 18456/14/1
            exact       | abc123 |         | 18456/14/1
            DISABLED    | Abc123 |         | 18470/14/1
            DISABLED    | wrong  |         | 18456/14/1
            LOCKED      | Abc123 |         | 18486/14/1
            EXPIRED     | Abc123 |         | 18487/14/1
            MUST_CHANGE | Abc123 |         | 18488/14/1
            exact       | Abc123 | Nowhere | 4060/11/1 18456/14/1
            exact       | Abc123 | Orders  | 4060/11/1 18456/14/1
            exact       | Abc123 | Billing | 4060/11/1 18456/14/1
            exact       | Abc123 | model   | 4060/11/1 18456/14/1
            homeless    | Abc123 |         | 4064/11/1 18456/14/1
            shut        | Abc123 |         | 4064/11/1 18456/14/1
            """)
    void givenALoginThatIsNotLetIn_whenItComes_thenItIsToldAsMuchAsSqlServerTells(
            String user, String password, String database, String told) {
        String wanted = database == null ? "" : database;
        assertThat(errors(() -> Client.open(server, "user=" + user, "password=" + password, "databaseName=" + wanted)
                        .close()))
                .containsExactly(told.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({
        "exact, '', Sales",
        "exact, tempdb, tempdb",
        "exact, master, master",
        "exact, msdb, msdb",
        "EXACT, sales, Sales",
        "homeless, tempdb, tempdb",
        "shut, Orders, Orders",
        "ENABLED, '', master",
    })
    void givenALogin_whenItComes_thenItIsInTheDatabaseThatItNamedOrItsDefault(String user, String named, String is)
            throws Exception {
        try (Client client = Client.open(server, "user=" + user, "databaseName=" + named)) {
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo(is);
            assertThat(client.connection().getCatalog()).isEqualTo(is);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM sys.query_store_plan        | 262/14/1 297/16/1
            SELECT * FROM sys.dm_tran_locks           | 300/14/1 297/16/1
            SELECT * FROM Orders.sys.query_store_plan | 916/14/2
            SELECT * FROM Billing.sys.all_objects     | 942/14/4
            USE Orders                                | 916/14/2
            USE Billing                               | 942/14/4
            USE Nowhere                               | 911/16/1
            KILL 51                                   | 6102/14/1
            GRANT VIEW SERVER STATE TO exact          | 4621/16/10
            GRANT VIEW DATABASE STATE TO exact        | 15151/16/1
            """)
    void givenTooFewGrants_whenSomethingIsDone_thenSeverityAndStateAreSqlServersToo(String sql, String told)
            throws Exception {
        try (Client client = Client.open(server, "user=exact")) {
            assertThat(errors(() -> client.run(sql))).containsExactly(told.split(" ", -1));
        }
    }

    @Test
    void givenASession_whenItsLoginChanges_thenItsNextStatementNotices() throws Exception {
        add("changing", "Sales", Grants.MONITOR, LoginStanding.ENABLED);
        Login login = server.instance().login("changing");
        try (Client client = Client.open(server, "user=changing")) {
            client.rows("SELECT TOP (1) * FROM sys.query_store_plan");
            login.grants(Grants.MONITOR.without(Permission.VIEW_SERVER_STATE));
            assertThat(errors(() -> client.run("SELECT TOP (1) * FROM sys.query_store_plan")))
                    .containsExactly("262/14/1", "297/16/1");
            login.standing(LoginStanding.DISABLED);
            assertThat(client.one("SELECT 1")).as("who is in stays in").isEqualTo("1");
            assertThat(errors(() -> Client.open(server, "user=changing").close()))
                    .containsExactly("18470/14/1");
        }
    }
}
