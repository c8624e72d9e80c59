package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.ReplicaRole;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.app.e2e.CommandsTest.Said;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.time.Await;
import io.tidegate.web.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a doctor's visit says of an import, and of what would be skipped. The source's clock stands. */
class DoctorTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:30Z");
    private static final Duration SETTLES = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock(NOW);
    private Fleet fleet;
    private SimulatedServer server;
    private List<String> names;

    @BeforeEach
    void start() throws IOException {
        start(FleetSpec.TEST.withWorkloads("oltp").sized(1, 9));
    }

    private void start(FleetSpec spec) throws IOException {
        fleet = Fleet.of(spec, clock).listen();
        server = fleet.first();
        names = server.queryStores().keySet().stream().sorted().toList();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void givenNothingHeld_whenExamined_thenItsSettledIntervalsAndSizesMakeTheEstimateAndNothingHeavyRuns()
            throws IOException {
        grant(Grants.MONITOR.with(Permission.VIEW_ANY_DEFINITION));
        JsonNode found = doctor(0, "");

        JsonNode estimate = found.get("estimate");
        long sum = 0;
        double mb = 0;
        for (JsonNode database : estimate.get("databases")) {
            assertThat(database.get("settled").asLong())
                    .isEqualTo(settled(database.get("database").asString()))
                    .isPositive();
            assertThat(database.get("held").asLong()).isZero();
            assertThat(database.get("missing").asLong())
                    .isEqualTo(database.get("settled").asLong());
            assertThat(database.get("slices").asLong()).isPositive();
            sum += database.get("missing").asLong();
            mb += database.get("mb").asDouble();
        }
        assertThat(estimate.get("databases")).hasSize(9);
        assertThat(estimate.get("intervals").asLong()).isEqualTo(sum);
        assertThat(estimate.get("mb").asDouble()).isCloseTo(mb, within(1e-6)).isPositive();
        assertThat(estimate.get("isMeasured").asBoolean()).isFalse();
        assertThat(estimate.get("from").toString()).contains("docs/benchmarks.md", "cores: 4, read there");
        assertThat(estimate.get("hours").asDouble())
                .as("small databases: one slice each, so one pass of the backfill")
                .isCloseTo(1 / 12.0, within(1e-6));
        assertThat(found.get("store").asString()).contains("there is no store");
        assertThat(server.judge().maximum()).isZero();
        assertThat(Said.by("doctor", "sim-1", "--config", config("").toString()).out())
                .contains("An import, estimated:", "In all " + sum + " intervals", "It is an estimate, from");
    }

    @Test
    void givenDatabasesThatAreLeftAlone_whenExamined_thenEachIsNamedWithItsReasonAndIsNotEntered() throws IOException {
        var databases = server.databases();
        databases.state(names.get(1), DatabaseState.OFFLINE);
        databases.singleUser(names.get(2), 0);
        databases.autoClose(names.get(3), true);
        databases.replica(names.get(4), "AG1", ReplicaRole.SECONDARY_READABLE);
        databases.readOnly(names.get(5), true);
        state(names.get(6), QueryStoreState.OFF, 0);
        state(names.get(7), QueryStoreState.READ_ONLY, 65536);
        deny(names.get(8));

        JsonNode found = doctor(1, "excluded: [\"" + names.get(0) + "\"]");

        Map<String, JsonNode> skipped = skipped(found);
        assertThat(found.get("skipped")).as("each is named once").hasSize(names.size());
        assertThat(why(skipped, 0)).contains("excluded by the configuration");
        assertThat(why(skipped, 1)).contains("not online (state 6)");
        assertThat(why(skipped, 2)).contains("SINGLE_USER");
        assertThat(why(skipped, 3)).contains("AUTO_CLOSE");
        assertThat(why(skipped, 4)).contains("readable secondary");
        assertThat(why(skipped, 5)).contains("Query Store is read-only (reason 1)");
        assertThat(why(skipped, 6)).contains("Query Store is off");
        assertThat(why(skipped, 7)).contains("Query Store is read-only (reason 65536)");
        assertThat(why(skipped, 8)).contains("may not enter");
        assertThat(skipped.get(names.get(8)).get("next").asString())
                .isEqualTo("USE [" + names.get(8) + "]; CREATE USER [monitor] FOR LOGIN [monitor];");
        assertThat(Objects.requireNonNull(server.instance().database(names.get(3)))
                        .status()
                        .started())
                .as("the visit has not opened it")
                .isFalse();
        assertThat(Said.by(
                                "doctor",
                                "sim-1",
                                "--config",
                                folder.resolve("tidegate.yaml").toString())
                        .out())
                .contains("Skipped would be:", names.get(2) + ": SINGLE_USER", "Next: USE [" + names.get(8) + "]");
    }

    @Test
    void givenAnOldVersionAndSwitches_whenExamined_thenKindsAndLoopsThatAreLeftOutAreNamed() throws IOException {
        fleet.close();
        start(FleetSpec.TEST.as(VersionProfile.V13));

        JsonNode found = doctor(0, "backfillEnabled: false\n    quietHours: {zone: UTC, times: [\"02:00-03:00\"]}");

        Map<String, JsonNode> skipped = skipped(found);

        assertThat(skipped.get("wait stats").get("why").asString()).contains("not in this version");
        assertThat(skipped.keySet()).anyMatch(what -> what.contains("query hints") && what.contains("replicas"));
        assertThat(found.get("skipped").toString()).contains("its backfill is switched off", "quiet hours");
    }

    @Test
    void givenALoginWithoutTheServersViews_whenExamined_thenWhatItMayNotReadIsNamedWithTheGrantAndOneCoreIsAssumed()
            throws IOException {
        grantPerDatabase(Permission.VIEW_DATABASE_PERFORMANCE_STATE);

        JsonNode found = doctor(1, "");

        assertThat(found.get("estimate").get("from").toString())
                .contains("cores: 1, assumed", "half of which is taken for plans", "VIEW DEFINITION");
        JsonNode replicas = skipped(found).get(names.getFirst() + ": replicas");
        assertThat(replicas.get("next").asString())
                .isEqualTo("USE [" + names.getFirst() + "]; GRANT VIEW DATABASE STATE TO [monitor];");
        assertThat(found.get("estimate").get("intervals").asLong()).isPositive();
    }

    @Test
    void givenAStoreThatHoldsItAll_whenExamined_thenNothingIsLeftAndTheServersOwnLeasesGiveTheRate() throws Exception {
        fleet.close();
        start(FleetSpec.TEST.withWorkloads("oltp"));
        Path store = Files.createDirectory(folder.resolve("store"));
        String[] asked = {"doctor", "sim-1", "--config", config("").toString(), "--store", store.toString(), "--json"};
        try (LiteProcess lite = LiteProcess.start(Pace.lite(store, Duration.ofSeconds(10), Pace.targets(fleet)))) {
            Await.until("all is held", Pace.BOUND, () -> missing(json(0, asked)) == 0);
            assertThat(json(0, asked).get("store").asString()).isEmpty();
            lite.stopCollecting();
        }

        JsonNode after = json(0, asked);

        JsonNode database = after.get("estimate").get("databases").get(0);
        assertThat(database.get("held").asLong()).isEqualTo(settled(names.getFirst()));
        assertThat(after.get("estimate").get("heavySeconds").asDouble()).isZero();
        assertThat(after.get("estimate").get("isMeasured").asBoolean()).isTrue();
        assertThat(after.get("estimate").get("from").toString()).contains("measured on this server");
        clock.advance(Duration.ofMinutes(5));
        assertThat(missing(json(0, asked))).as("what has settled since").isEqualTo(5);
    }

    /** What the estimate says of plans, and what their views say. */
    @Test
    void givenAStoreWithPlans_whenExamined_thenTheEstimateIsNearWhatWouldCrossTheWire() throws Exception {
        grant(Grants.MONITOR.with(Permission.VIEW_ANY_DEFINITION));
        JsonNode database = doctor(0, "").get("estimate").get("databases").get(0);
        double[] real = wireMb(database.get("database").asString());

        assertThat(database.get("isCounted").asBoolean()).isTrue();
        assertThat(database.get("planMb").asDouble()).isBetween(real[1] * 0.5, real[1] * 2);
        assertThat(database.get("mb").asDouble()).isBetween(real[0] * 0.5, real[0] * 2);
    }

    /** Megabytes of rows, texts and plans as they lie in the views, and of plans alone. */
    private double[] wireMb(String name) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:sqlserver://127.0.0.1:" + server.port() + ";encrypt=false;databaseName=" + name,
                        "monitor",
                        FleetSpec.TEST.password());
                Statement statement = connection.createStatement()) {
            double plans = sum(statement, "SELECT SUM(DATALENGTH(p.query_plan)) FROM sys.query_store_plan AS p");
            double texts =
                    sum(statement, "SELECT SUM(DATALENGTH(t.query_sql_text)) FROM sys.query_store_query_text AS t");
            double rows = sum(statement, "SELECT COUNT_BIG(*) FROM sys.query_store_runtime_stats AS r");
            return new double[] {(plans + texts + rows * 619) / (1 << 20), plans / (1 << 20)};
        }
    }

    private static double sum(Statement statement, String sql) throws Exception {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getDouble(1);
        }
    }

    private static long missing(JsonNode found) {
        return found.get("estimate").get("intervals").asLong();
    }

    private static String why(Map<String, JsonNode> skipped, String database) {
        return Objects.requireNonNull(skipped.get(database), database)
                .get("why")
                .asString();
    }

    private String why(Map<String, JsonNode> skipped, int database) {
        return why(skipped, names.get(database));
    }

    private static Map<String, JsonNode> skipped(JsonNode found) {
        Map<String, JsonNode> skipped = new HashMap<>();
        found.get("skipped").forEach(skip -> skipped.put(skip.get("what").asString(), skip));
        return skipped;
    }

    private long settled(String database) {
        return Objects.requireNonNull(server.queryStores().get(database)).books().booksAt(clock.now()).stream()
                .filter(book -> book.end().plus(SETTLES).isBefore(clock.now()))
                .count();
    }

    private void state(String database, QueryStoreState state, int reason) {
        var store = Objects.requireNonNull(server.queryStores().get(database));
        store.alter(store.options().withState(state, state, reason));
    }

    private void deny(String except) {
        Grants grants = Grants.NONE.with(Permission.VIEW_ANY_DATABASE).with(Permission.VIEW_SERVER_STATE);
        for (String name : names) {
            if (!name.equals(except)) {
                grants = grants.withDatabase(name.toUpperCase(Locale.ROOT), Permission.CONNECT);
            }
        }
        grant(grants);
    }

    private void grantPerDatabase(Permission permission) {
        Grants grants = Grants.NONE.with(Permission.VIEW_ANY_DATABASE);
        for (String name : names) {
            String key = name.toUpperCase(Locale.ROOT);
            grants = grants.withDatabase(key, Permission.CONNECT).withDatabase(key, permission);
        }
        grant(grants);
    }

    private void grant(Grants grants) {
        Objects.requireNonNull(server.instance().login("monitor")).grants(grants);
    }

    private JsonNode doctor(int exit, String ofServer) throws IOException {
        return json(exit, "doctor", "sim-1", "--config", config(ofServer).toString(), "--json");
    }

    private static JsonNode json(int exit, String... args) {
        Said said = Said.by(args);
        assertThat(said.err()).isEmpty();
        assertThat(said.exit()).isEqualTo(exit);
        return Json.mapper().readTree(said.out());
    }

    private Path config(String ofServer) throws IOException {
        Files.writeString(folder.resolve("secret"), FleetSpec.TEST.password());
        String more = ofServer.startsWith("excluded: ")
                ? "databases: {exclude: " + ofServer.substring("excluded: ".length()) + "}"
                : ofServer;
        return Files.writeString(
                folder.resolve("tidegate.yaml"), """
                store: {directory: "%s"}
                servers:
                  - name: sim-1
                    host: 127.0.0.1
                    port: %d
                    encryption: off
                    login: {user: monitor, password: "file:secret"}
                    %s
                """.formatted(folder.resolve("none"), server.port(), more));
    }
}
