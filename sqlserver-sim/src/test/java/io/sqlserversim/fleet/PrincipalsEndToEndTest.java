package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logins and users that are typed, and what they get then. */
class PrincipalsEndToEndTest {
    private ProfileFleet fleet;

    @BeforeEach
    void start() throws Exception {
        fleet = ProfileFleet.start();
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    private Client admin(String label, String database) throws SQLException {
        Grants all = Grants.NONE.with(Permission.CONTROL_SERVER);
        fleet.server(label).instance().add(new Login(900, "admin", "Abc123", "master", all));
        return Client.open(fleet.server(label), "user=admin", "databaseName=" + database);
    }

    @Test
    void givenALoginAndAUserThatAreTyped_whenLoggedIn_thenTheyGetWhatWasGranted() throws Exception {
        try (Client admin = admin("15", "master")) {
            admin.run("CREATE LOGIN [typed] WITH PASSWORD = N'Abc123', CHECK_POLICY = ON");
            assertThat(code("15", "user=typed", "databaseName=Sales")).isEqualTo(4060);
            admin.run("USE [Sales]; CREATE USER [typed] FOR LOGIN [typed]; GRANT VIEW DATABASE STATE TO [typed];");

            assertThat(code(admin, "CREATE LOGIN typed WITH PASSWORD = 'x'")).isEqualTo(15025);
            assertThat(code(admin, "CREATE USER typed")).isEqualTo(15023);
            assertThat(code(admin, "CREATE USER nobody FOR LOGIN nobody")).isEqualTo(15007);
            assertThat(code(admin, "CREATE USER apart WITH PASSWORD = 'x'")).isEqualTo(33233);
            assertThat(code(admin, "CREATE LOGIN half")).isEqualTo(102);
        }
        try (Client typed = Client.open(fleet.server("15"), "user=typed", "databaseName=Sales")) {
            assertThat(typed.one("SELECT COUNT(*) FROM sys.query_store_plan")).isNotEqualTo("0");
            assertThat(code(typed, "CREATE LOGIN other WITH PASSWORD = 'x'")).isEqualTo(15247);
            assertThat(code(typed, "CREATE USER other FOR LOGIN other")).isEqualTo(15247);
        }
    }

    @Test
    void givenAUserOfADatabaseAlone_whenLoggedIn_thenThatDatabaseOnlyLetsItIn() throws Exception {
        try (Client admin = admin("azure", "Sales")) {
            admin.run("CREATE USER [apart] WITH PASSWORD = N'Abc123'; GRANT VIEW DATABASE STATE TO [apart];");
        }
        try (Client apart = Client.open(fleet.server("azure"), "user=apart", "databaseName=Sales")) {
            assertThat(apart.one("SELECT COUNT(*) FROM sys.query_store_plan")).isNotEqualTo("0");
        }
        assertThat(code("azure", "user=apart", "databaseName=Orders")).isEqualTo(4060);
    }

    private int code(String label, String... options) {
        return catchThrowableOfType(
                        SQLException.class,
                        () -> Client.open(fleet.server(label), options).close())
                .getErrorCode();
    }

    private static int code(Client client, String sql) {
        return catchThrowableOfType(SQLException.class, () -> client.run(sql)).getErrorCode();
    }
}
