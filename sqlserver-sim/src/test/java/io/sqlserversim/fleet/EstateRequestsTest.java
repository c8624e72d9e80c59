package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a DBA in another process does to databases, logins and instances, over the control channel. */
class EstateRequestsTest {
    private Fleet fleet;
    private ControlClient channel;

    @BeforeEach
    void open() throws Exception {
        fleet = Fleet.start(FleetSpec.TEST.sized(1, 2));
        channel = ControlClient.open(fleet);
    }

    @AfterEach
    void close() {
        channel.close();
        fleet.close();
    }

    /** Apostrophes stand for quotation marks. */
    private HttpResponse<String> post(String path, String body) throws Exception {
        return channel.send("POST", path, body.replace('\'', '"'));
    }

    private void ok(String path, String body) throws Exception {
        channel.ok("POST", path, body.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({
        "offline, state_desc, OFFLINE",
        "restoring, state_desc, RESTORING",
        "recovery-pending, state_desc, RECOVERY_PENDING",
        "suspect, state_desc, SUSPECT",
        "emergency, state_desc, EMERGENCY",
        "single-user, user_access_desc, SINGLE_USER",
        "restricted-user, user_access_desc, RESTRICTED_USER",
        "read-only, is_read_only, 1",
        "standby, is_in_standby, 1",
        "auto-close, is_auto_close_on, 1",
    })
    void givenAnAction_whenAsked_thenTheDatabaseStandsSo(String action, String column, String value) throws Exception {
        ok("/databases", "{'server':'sim-1','database':'Orders','action':'" + action + "'}");
        try (Client client = Client.open(fleet.first())) {
            assertThat(client.one("SELECT " + column + " FROM sys.databases WHERE name = 'Orders'"))
                    .isEqualTo(value);
        }
    }

    @Test
    void givenDatabases_whenTheyComeAndGo_thenTheServerFollows() throws Exception {
        ok("/databases", "{'database':'New','action':'create','workload':'small'}");
        ok("/databases", "{'database':'New','action':'rename','to':'Newer'}");
        ok("/databases", "{'database':'Newer','action':'collation','collation':'Turkish_CI_AS'}");
        ok("/databases", "{'database':'Orders','action':'drop'}");
        ok("/databases", "{'database':'Sales','action':'secondary-readable','group':'ag7'}");
        ok("/databases", "{'database':'ag8','action':'contained-group'}");
        try (Client client = Client.open(fleet.first())) {
            assertThat(client.rows("SELECT name, collation_name FROM sys.databases WHERE database_id > 4 AND"
                            + " database_id < 32761 ORDER BY name"))
                    .containsExactly("Newer|Turkish_CI_AS", "Sales|SQL_Latin1_General_CP1_CI_AS");
            assertThat(client.rows("SELECT name, is_contained FROM sys.availability_groups ORDER BY name"))
                    .containsExactly("ag7|0", "ag8|1");
        }
    }

    @Test
    void givenALogin_whenMade_thenItHasExactlyItsGrants() throws Exception {
        ok(
                "/logins",
                "{'login':'narrow','password':'Secret1','defaultDatabase':'Orders','grants':['CONNECT in Orders',"
                        + "'VIEW SERVER STATE','deny SELECT on query_store_query_text in Orders',"
                        + "'deny EXECUTE on sp_getapplock','deny SELECT on query_store_plan.query_plan in Orders']}");
        try (Client client = Client.open(fleet.first(), "user=narrow", "password=Secret1")) {
            assertThat(client.one("SELECT DB_NAME()")).isEqualTo("Orders");
            assertThat(number(() -> client.rows("SELECT * FROM sys.query_store_query_text")))
                    .isEqualTo(229);
            assertThat(number(() -> client.rows("SELECT query_plan FROM sys.query_store_plan")))
                    .isEqualTo(230);
            assertThat(number(() -> client.tryLock("r"))).isEqualTo(229);
            assertThat(number(() -> client.run("USE Sales"))).isEqualTo(916);
        }
    }

    @ParameterizedTest
    @CsvSource({"enabled, 0", "disabled, 18470", "locked, 18486", "expired, 18487", "must-change, 18488"})
    void givenAStanding_whenLoggingIn_thenItsNumberButOnlyWithTheRightPassword(String standing, int number)
            throws Exception {
        ok("/logins", "{'login':'other','standing':'" + standing + "'}");
        assertThat(number(() -> Client.open(fleet.first(), "user=other").close()))
                .isEqualTo(number);
        assertThat(number(() -> Client.open(fleet.first(), "user=other", "password=wrong")
                        .close()))
                .isEqualTo(18456);
    }

    @Test
    void givenAFailoverOrACrash_whenAsked_thenTheInstanceIsAnotherOrAnew() throws Exception {
        ok("/failover", "{'server':'sim-1','to':'node-b'}");
        ok("/session-recovery", "{'server':'sim-1','on':true}");
        var started = fleet.first().instance().started();
        try (Client client = Client.open(fleet.first())) {
            assertThat(client.one("SELECT @@SERVERNAME")).isEqualTo("node-b");
        }
        ok("/restart", "{'server':'sim-1','crash':true}");
        assertThat(fleet.first().instance().started()).isAfter(started);
    }

    private static int number(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        SQLException refused = catchThrowableOfType(SQLException.class, call);
        return refused == null ? 0 : refused.getErrorCode();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "/databases; {'database':'Orders','action':'sink'}; there are [auto-close, collation",
                "/databases; {'action':'offline'}; database is required",
                "/databases; {'database':'Ordres','action':'offline'}; no database 'Ordres'",
                "/databases; {'database':'Sales','action':'create'}; database Sales exists",
                "/databases; {'database':'Sales','action':'rename','to':'Orders'}; database Orders exists",
                "/databases; {'database':'Sales','action':'rename'}; 1 to 128 characters",
                "/databases; {'database':'Sales','action':'collation','collation':'Klingon_CI_AS'}; no collation",
                "/logins; {'grants':[]}; login is required",
                "/logins; {'login':'x','grants':['VIEW SEVER STATE']}; 'VIEW SEVER STATE' is no permission of a server",
                "/logins; {'login':'x','grants':['CONNECT']}; 'CONNECT' is no permission of a server",
                "/logins; {'login':'x','standing':'tired'}; no standing 'tired'",
                "/failover; {'server':'sim-1'}; server and to are required",
                "/session-recovery; {'on':'yes'}; on must be true or false",
            })
    void givenABadRequest_whenSent_thenItSaysWhatIsWrong(String path, String body, String says) throws Exception {
        HttpResponse<String> answer = post(path, body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(says);
    }
}
