package io.sqlserversim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.Await;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ControlChannelTest {
    private Fleet fleet;
    private ControlClient channel;

    @BeforeEach
    void open() throws Exception {
        fleet = Fleet.of(FleetSpec.TEST.sized(2, 2));
        channel = ControlClient.open(fleet);
    }

    @AfterEach
    void close() {
        channel.close();
        fleet.close();
    }

    @Test
    void givenTheBooks_whenRead_thenEveryIntervalOfEveryDatabaseIsInThem() throws Exception {
        JsonNode books = channel.ok("GET", "/books", "");
        assertThat(books.path("servers").size()).isEqualTo(2);
        JsonNode server = books.path("servers").path(1);
        assertThat(server.path("server").asString()).isEqualTo("sim-2");
        assertThat(server.path("heavyMax").asInt(-1)).isZero();
        JsonNode database = server.path("databases").path(1);
        assertThat(database.path("database").asString()).isEqualTo("Orders");
        Instant now = Instant.parse(books.path("now").asString());
        int wanted = fleet.servers()
                .get(1)
                .queryStores()
                .get("Orders")
                .books()
                .booksAt(now)
                .size();
        assertThat(database.path("intervals").size()).isEqualTo(wanted).isPositive();
        JsonNode first = database.path("intervals").path(0);
        assertThat(Instant.parse(first.path("start").asString()))
                .isBefore(first.path("end").asString());
        assertThat(first.path("executions").asLong()).isPositive();
    }

    @Test
    void givenFreeze_whenAsked_thenTheClockStands() throws Exception {
        String stopped = channel.ok("POST", "/freeze", "").path("now").asString();
        assertThat(fleet.clock().now()).isEqualTo(stopped);
        assertThat(channel.ok("POST", "/freeze", "").path("now").asString()).isEqualTo(stopped);
        assertThat(channel.ok("GET", "/status", "").path("now").asString()).isEqualTo(stopped);
    }

    @Test
    void givenAFault_whenAdded_thenTheServerHasTheRuleUntilItIsCleared() throws Exception {
        channel.ok(
                "POST",
                "/faults",
                "{\"server\":\"sim-1\",\"name\":\"wedge\",\"fault\":\"hang\",\"deaf\":true,\"first\":5}");
        assertThat(fleet.servers().get(0).faults().triggered()).containsOnlyKeys("wedge");
        assertThat(fleet.servers().get(1).faults().triggered()).isEmpty();
        JsonNode status = channel.ok("GET", "/status", "");
        assertThat(status.path("servers")
                        .path(0)
                        .path("faultsTriggered")
                        .path("wedge")
                        .asInt(-1))
                .isZero();
        channel.ok("POST", "/release", "{\"rule\":\"wedge\"}");
        channel.ok("DELETE", "/faults", "");
        assertThat(fleet.servers().get(0).faults().triggered()).isEmpty();
    }

    @Test
    void givenDeniedLocks_whenAsked_thenEachServerDeniesThem() throws Exception {
        channel.ok("POST", "/faults", "{\"fault\":\"deny-locks\"}");
        assertThat(fleet.servers()).allMatch(server -> server.locks().denied());
        channel.ok("POST", "/faults", "{\"fault\":\"allow-locks\",\"server\":\"sim-2\"}");
        assertThat(fleet.servers().get(0).locks().denied()).isTrue();
        assertThat(fleet.servers().get(1).locks().denied()).isFalse();
    }

    @Test
    void givenAnOperator_whenHeRestartsAndKills_thenTheServersObey() throws Exception {
        fleet.listen();
        try (Client client = Client.open(fleet.servers().get(1))) {
            assertThat(fleet.servers().get(1).instance().sessions().all()).hasSize(1);
            assertThat(channel.ok("POST", "/kill", "{\"server\":\"sim-2\",\"sessionId\":51}")
                            .path("killed")
                            .asBoolean())
                    .isTrue();
            Await.until(
                    "the session is gone",
                    () -> fleet.servers().get(1).instance().sessions().all().isEmpty());
            assertThat(channel.ok("POST", "/kill", "{\"server\":\"sim-2\",\"sessionId\":51}")
                            .path("killed")
                            .asBoolean())
                    .isFalse();
            assertThat(client.connection().isValid(1)).isFalse();
        }
        Instant before = fleet.first().instance().started();
        int port = fleet.first().port();
        assertThat(channel.ok("POST", "/restart", "{\"server\":\"sim-1\"}")
                        .path("servers")
                        .asInt())
                .isOne();
        assertThat(fleet.first().instance().started()).isAfter(before);
        assertThat(fleet.first().port()).isEqualTo(port);
    }

    /** Fails when the beginning of the name is not looked at: then the bystander goes, too. */
    @Test
    void givenAProgramsName_whenItIsKilled_thenAllSessionsWhoseNameBeginsSoGoAndNoOther() throws Exception {
        fleet.listen();
        List<SimulatedServer> servers = fleet.servers();
        try (Connection one = connected(servers.get(0), "App/one");
                Connection two = connected(servers.get(1), "App/two");
                Connection bystander = connected(servers.get(1), "Other App/")) {
            assertThat(channel.ok("POST", "/kill", "{\"program\":\"App/\"}")
                            .path("killed")
                            .asInt())
                    .isEqualTo(2);

            Await.until(
                    "both are gone",
                    () -> servers.get(0).instance().sessions().all().isEmpty()
                            && servers.get(1).instance().sessions().all().size() == 1);
            assertThat(one.isValid(1)).isFalse();
            assertThat(two.isValid(1)).isFalse();
            assertThat(bystander.isValid(1)).isTrue();
        }
    }

    private static Connection connected(SimulatedServer server, String program) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlserver://127.0.0.1:" + server.port()
                + ";user=monitor;password=Abc123;encrypt=false;connectRetryCount=0;applicationName=" + program);
    }

    @Test
    void givenNoToken_whenAnythingIsAsked_then401() throws Exception {
        assertThat(channel.send("GET", "/status", "", "guess").statusCode()).isEqualTo(401);
        assertThat(channel.send("GET", "/nowhere", "", "").statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "GET; /nowhere; ; 404; /books",
                "GET; /freeze; ; 405; POST",
                "POST; /books; ; 405; GET",
                "POST; /faults; {\"fault\":\"hnag\"}; 400; hang, trickle",
                "POST; /faults; {\"fault\":\"hang\",\"frist\":1}; 400; 'frist'",
                "POST; /faults; {\"fault\":\"hang\",\"first\":0}; 400; first >= 1",
                "POST; /faults; {\"fault\":\"hang\",\"server\":\"sim-9\"}; 400; no server 'sim-9'",
                "POST; /faults; {\"fault\":\"hang\",\"match\":{\"text\":\"(\"}}; 400; match.text",
                "POST; /kill; {\"server\":\"sim-1\"}; 400; sessionId",
                "POST; /faults; [1]; 400; must be a JSON object",
                "POST; /faults; {; 400; not JSON",
            })
    void givenABadRequest_whenSent_thenItSaysWhatIsWrong(
            String method, String path, String body, int status, String says) throws Exception {
        HttpResponse<String> answer = channel.send(method, path, body == null ? "" : body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(JsonMapper.shared().readTree(answer.body()).path("error").asString())
                .contains(says);
    }
}
