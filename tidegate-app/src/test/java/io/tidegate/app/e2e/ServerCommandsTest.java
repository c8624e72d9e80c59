package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.CaptureMode;
import io.tidegate.app.e2e.CommandsTest.Said;
import io.tidegate.app.holder.HolderFile;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.LiteSettings;
import io.tidegate.core.time.Await;
import io.tidegate.web.http.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The commands that ask a store or a server, with a simulated one. */
class ServerCommandsTest {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    @Test
    void givenAStore_whenAsked_thenTheAnswersAreThereWhileAProcessHoldsItAndAfterItsEnd() throws Exception {
        String store = folder.toString();
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            try (LiteProcess lite = LiteProcess.start(Pace.lite(folder, DEADLINE, Pace.targets(fleet)))) {
                Await.until("rows are stored", Pace.BOUND, () -> rows(store) > 0);
                Await.until("options are read", Pace.BOUND, () -> count("database_query_store_options", store) > 0);
                QueryStore watched =
                        fleet.first().queryStores().values().iterator().next();
                watched.alter(watched.options().withCaptureMode(CaptureMode.ALL));
                Await.until("the change is seen", Pace.BOUND, () -> count("events", store) > 0);
                lite.stopCollecting();
                allAnswer(store);
                assertThat(folder.resolve("holder")).exists();
            }
        }
        assertThat(folder.resolve("holder")).doesNotExist();
        allAnswer(store);
        heldByOneWhoseNumberWasGivenAgain();
        allAnswer(store);
    }

    /** What a process leaves that was killed, when another one, here this one, has got its number since. */
    private void heldByOneWhoseNumberWasGivenAgain() throws IOException {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }
        HolderFile.write(folder, closed, "t0ken");
    }

    private static void allAnswer(String store) {
        assertThat(rows(store)).isPositive();
        JsonNode top = json("top", "--metric", "cpu", "--last", "24h", "--store", store, "--json");
        assertThat(top.get("rows")).isNotEmpty();
        assertThat(top.get("rows").get(0).get("server").asString()).isEqualTo("sim-1");
        JsonNode coverage = json("coverage", "--store", store, "--json");
        assertThat(coverage.toString()).contains("Sales");
        JsonNode leases = json("leases", "--store", store, "--json");
        assertThat(leases.get("rows")).isNotEmpty();
        JsonNode events = json("events", "--database", "Sales", "--since", "24h", "--store", store, "--json");
        assertThat(events.get("rows")).singleElement().satisfies(event -> {
            assertThat(event.get("kind").asString()).isEqualTo("CAPTURE_MODE_CHANGED");
            assertThat(event.get("oldValue").asString()).isEqualTo("AUTO");
            assertThat(event.get("newValue").asString()).isEqualTo("ALL");
        });
        assertThat(events.get("watched").get(0).get("words")).isNotEmpty();
        for (String command : List.of("top", "coverage", "leases", "events")) {
            assertThat(Said.by(command, "--store", store)).satisfies(said -> {
                assertThat(said.exit()).isZero();
                assertThat(said.out()).contains("sim-1");
            });
        }
        allSayHowTimeIsCovered(top, coverage, store);
        Said nearest = Said.by("top", "--server", "sim-11", "--store", store);
        assertThat(nearest.exit()).isEqualTo(2);
        assertThat(nearest.err()).contains("--server").contains("sim-1");
        for (String command : List.of("top", "coverage", "events")) {
            Said misspelt = Said.by(command, "--database", "Slaes", "--store", store);
            assertThat(misspelt.exit()).isEqualTo(2);
            assertThat(misspelt.err()).contains("--database: no such database 'Slaes'; did you mean 'Sales'?");
        }
        Said refused = Said.by("sql", "delete from query_store_runtime_stats", "--store", store);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(rows(store)).isPositive();
    }

    private static void allSayHowTimeIsCovered(JsonNode top, JsonNode coverage, String store) {
        String words = "((held|open|unsettled|pending)( [\\d.]+ (s|min|h|d)[^\\n]*))";
        assertThat(top.get("covered").get("words")).isNotEmpty();
        assertThat(top.get("watched").get(0).get("database").asString()).isEqualTo("Sales");
        assertThat(coverage.get(0).get("watched").get("words")).isNotEmpty();
        assertThat(json("sql", "select 1", "--store", store, "--json")
                        .get("covered")
                        .get("words"))
                .isNotEmpty();
        assertThat(Said.by("top", "--store", store).out()).containsPattern("Time covered: \\d+ databases?, .*" + words);
        assertThat(Said.by("coverage", "--store", store).out()).containsPattern("sim-1, database Sales, .*" + words);
        assertThat(Said.by("sql", "select 1", "--store", store).out())
                .containsPattern("The store covers \\d+ databases?, .*" + words);
    }

    private static long rows(String store) {
        return count("query_store_runtime_stats", store);
    }

    private static long count(String view, String store) {
        return json("sql", "select count(*) as n from " + view, "--store", store, "--json")
                .get("rows")
                .get(0)
                .get(0)
                .asLong();
    }

    private static JsonNode json(String... args) {
        Said said = Said.by(args);
        assertThat(said.err()).isEmpty();
        assertThat(said.exit()).isZero();
        return Json.mapper().readTree(said.out());
    }

    @Test
    void givenAServer_whenExamined_thenTheDoctorSaysWhatIsMissingWithTheGrant() throws Exception {
        try (Fleet fleet = Fleet.start(FleetSpec.TEST)) {
            SimulatedServer server = fleet.first();
            String config = config(server).toString();

            Said well = Said.by("doctor", "sim-1", "--config", config);
            assertThat(well.err()).isEmpty();
            assertThat(well.out()).contains("Sales", "Nothing is missing.");
            assertThat(well.exit()).isZero();

            Objects.requireNonNull(server.instance().login("monitor"))
                    .grants(Grants.NONE.with(Permission.CONNECT_ANY_DATABASE).with(Permission.VIEW_ANY_DATABASE));
            Said ill = Said.by("doctor", "sim-1", "--config", config);
            assertThat(ill.exit()).isEqualTo(1);
            assertThat(ill.out()).contains("GRANT VIEW", "Something is missing");
            assertThat(json(1, "doctor", "sim-1", "--config", config, "--json")
                            .get("server")
                            .asString())
                    .isEqualTo("sim-1");

            Said unknown = Said.by("doctor", "sim1", "--config", config);
            assertThat(unknown.exit()).isEqualTo(2);
            assertThat(unknown.err()).contains("did you mean 'sim-1'?");
        }
        Said gone = Said.by(
                "doctor", "sim-1", "--config", folder.resolve("tidegate.yaml").toString());
        assertThat(gone.exit()).isEqualTo(1);
        assertThat(gone.err().lines()).singleElement().asString().contains("sim-1", "cannot be reached");
    }

    private static JsonNode json(int exit, String... args) {
        Said said = Said.by(args);
        assertThat(said.exit()).isEqualTo(exit);
        return Json.mapper().readTree(said.out());
    }

    private Path config(SimulatedServer server) throws IOException {
        Files.writeString(folder.resolve("secret"), FleetSpec.TEST.password());
        return Files.writeString(folder.resolve("tidegate.yaml"), """
                servers:
                  - name: sim-1
                    host: 127.0.0.1
                    port: %d
                    encryption: off
                    login: {user: monitor, password: "file:secret"}
                """.formatted(server.port()));
    }

    @Test
    void givenThePortIsTaken_whenStarted_thenOneSentenceSaysSoAndNoStoreIsMade() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LiteSettings free = Pace.lite(folder, DEADLINE, List.of());
            LiteSettings settings = new LiteSettings(
                    free.targets(), free.collector(), folder, free.storeMemoryMb(), taken.getLocalPort(), "");

            Throwable refused = catchThrowable(() -> LiteProcess.start(settings).close());

            assertThat(refused)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " on 127.0.0.1 is in use");
            assertThat(folder).isEmptyDirectory();
        }
    }
}
