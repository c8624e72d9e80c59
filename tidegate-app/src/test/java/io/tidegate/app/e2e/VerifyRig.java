package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
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
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** A store that is filled by a process and then compared by {@code tidegate verify}. Confined to one thread. */
final class VerifyRig {
    static final Duration DEADLINE = Duration.ofSeconds(30);

    private final Path folder;

    VerifyRig(Path folder) {
        this.folder = folder;
    }

    void collect(Fleet fleet) throws Exception {
        try (LiteProcess lite = LiteProcess.start(Pace.lite(folder.resolve("store"), DEADLINE, Pace.targets(fleet)))) {
            assertThat(Truth.whenCaughtUp(fleet, lite).isWhole()).isTrue();
        }
    }

    /** Goes back to an image of just now, and collects until the new life has begun. */
    void restore(Fleet fleet) throws Exception {
        SimulatedServer server = fleet.first();
        server.databases()
                .restore(
                        server.queryStores().keySet().iterator().next(),
                        server.instance().clock().now());
        try (LiteProcess lite = LiteProcess.start(Pace.lite(folder.resolve("store"), DEADLINE, Pace.targets(fleet)))) {
            Await.until(
                    "the new life has begun",
                    Pace.BOUND,
                    () -> lite.store().allSeries().stream()
                            .anyMatch(series -> series.key().epoch() == 2));
        }
    }

    static JsonNode verify(int exit, String config) {
        Said said = Said.by("verify", "--config", config, "--json");
        assertThat(said.exit()).as(said.out() + said.err()).isEqualTo(exit);
        return Json.mapper().readTree(said.out());
    }

    static long sum(JsonNode verification, String name) {
        long sum = 0;
        for (JsonNode row : verification.get("rows")) {
            sum += row.get(name).asLong();
        }
        return sum;
    }

    long one(String select) throws SQLException {
        try (Connection store = store();
                Statement statement = store.createStatement();
                ResultSet row = statement.executeQuery(select)) {
            row.next();
            return row.getLong(1);
        }
    }

    void change(String sql) throws SQLException {
        assertThat(changed(sql)).isOne();
    }

    void changeSome(String sql) throws SQLException {
        assertThat(changed(sql)).isPositive();
    }

    private int changed(String sql) throws SQLException {
        try (Connection store = store();
                Statement statement = store.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private Connection store() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:duckdb:" + folder.resolve("store").resolve("tidegate.duckdb"));
    }

    String config(SimulatedServer server) throws IOException {
        Files.writeString(folder.resolve("secret"), FleetSpec.TEST.password());
        return Files.writeString(folder.resolve("tidegate.yaml"), """
                servers:
                  - name: sim-1
                    host: 127.0.0.1
                    port: %d
                    encryption: off
                    login: {user: monitor, password: "file:secret"}
                store: {directory: store}
                """.formatted(server.port()))
                .toString();
    }
}
