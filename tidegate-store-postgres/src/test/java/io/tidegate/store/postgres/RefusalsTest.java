package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.StoreException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each way in which a store is not opened, or a call refused, in one sentence that says what to do. */
class RefusalsTest {
    private static final String SECRET = "correct horse battery";

    private final String schema = TestPostgres.freshSchema();

    private PostgresOptions options(String database, Login login) {
        return PostgresOptions.of("127.0.0.1", database, login)
                .withPort(TestPostgres.port())
                .withSchema(schema);
    }

    @Test
    void givenNobodyAtThePort_whenOpened_thenItCannotBeReached() throws IOException {
        int free;
        try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = s.getLocalPort();
        }
        assertThatThrownBy(() -> TestStores.open(TestStores.options(schema).withPort(free)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("postgres on 127.0.0.1:" + free + " cannot be reached");
    }

    @Test
    @Incident(119)
    void givenNoSuchDatabaseOrUser_whenOpened_thenThatIsSaidWithoutThePassword() {
        Login known = new Login(TestPostgres.USER, SECRET);
        assertThatThrownBy(() -> TestStores.open(options("nowhere", known)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("There is no database nowhere on 127.0.0.1:" + TestPostgres.port());
        assertThatThrownBy(() -> TestStores.open(options(TestPostgres.DATABASE, new Login("nobody", SECRET))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("refuses the login of user nobody")
                .hasMessageNotContaining(SECRET);
        assertThat(options("nowhere", known).toString()).doesNotContain(SECRET);
        assertThat(known.toString()).doesNotContain(SECRET);
    }

    @Test
    void givenALoginThatMayNotCreate_whenOpened_thenTheRightIsNamed() throws Exception {
        String user = "poor_" + schema;
        try (Connection c = TestPostgres.beside("public");
                Statement s = c.createStatement()) {
            s.execute("CREATE ROLE " + user + " LOGIN");
        }
        assertThatThrownBy(() -> TestStores.open(options(TestPostgres.DATABASE, new Login(user, ""))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("The user " + user + " may not create the schema " + schema);
    }

    @Test
    void givenALoginOfItsOwnForReaders_whenQueried_thenItReadsWhatItWasGranted() throws Exception {
        String user = "reader_" + schema;
        TestStores.open(schema).close();
        try (Connection c = TestPostgres.beside(schema);
                Statement s = c.createStatement()) {
            s.execute("CREATE ROLE " + user + " LOGIN");
            s.execute("GRANT USAGE ON SCHEMA " + schema + " TO " + user);
            s.execute("GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + user);
            s.execute("REVOKE SELECT ON intent FROM " + user);
        }
        try (PostgresStore store = TestStores.open(TestStores.options(schema).withReader(new Login(user, "")))) {
            store.registerServer("sim-1");
            assertThat(store.query("select current_user::text, name from server", 10)
                            .rows())
                    .containsExactly(List.of(user, "sim-1"));
            assertThatThrownBy(() -> store.query("select * from intent", 10))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("permission denied for table intent");
        }
    }

    @Test
    void givenBadOptions_whenMade_thenTheFieldIsNamed() {
        PostgresOptions good = TestStores.options(schema);
        assertThatThrownBy(() -> good.withSchema("Tide\"; drop"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("schema must be lower case");
        assertThatThrownBy(() -> good.withConnections(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("collectorConnections must be at least 1, was 0");
        PostgresOptions odd = new PostgresOptions(
                good.host(),
                good.port(),
                good.database(),
                schema,
                good.login(),
                null,
                1,
                1,
                good.callLimit(),
                Map.of("sslmod", "require"));
        assertThatThrownBy(() -> TestStores.open(odd))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the driver has no property sslmod");
    }
}
