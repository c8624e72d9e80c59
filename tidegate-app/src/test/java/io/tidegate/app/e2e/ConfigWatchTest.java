package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.tidegate.app.config.ConfigLoader;
import io.tidegate.app.config.TidegateConfig;
import io.tidegate.app.lite.ConfigWatch;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.app.lite.Targets;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.time.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A changed configuration file under a running process. Mutations seen to break it: a file that is read once; a bad file that
 * is put in force as far as it goes; a refusal that nobody sees.
 */
class ConfigWatchTest {
    @TempDir
    private Path folder;

    @Incident(43)
    @Test
    void givenARunningProcess_whenItsFileChanges_thenSwitchesAndBudgetsFollowAndABadFileIsRefused() throws Exception {
        try (Fleet fleet = Fleet.of(Pace.FLEET).listen()) {
            SimulatedServer server = fleet.first();
            ConfigLoader loader = new ConfigLoader(Map.of("P", FleetSpec.TEST.password()), folder.resolve("store"));
            Path file = write(server, "budgets: {heavy: 1h, cpu: 100%}", "true");
            TidegateConfig first = loader.load(file);
            try (LiteProcess lite = LiteProcess.start(Targets.settings(first, null));
                    ConfigWatch watch = ConfigWatch.start(file, loader, first, lite.collector())) {
                until(lite, "it collects", status -> Pace.count(status.tick(), PassOutcome.DONE) > 0);

                write(server, "budgets: {heavy: 1s, cpu: 0.01%}", "true");
                until(
                        lite,
                        "the new budget",
                        status -> status.budget().usage().heavyLimit().equals(Duration.ofSeconds(1)));
                until(
                        lite,
                        "something waits for it",
                        status -> !status.budget().waiting().isEmpty());
                assertThat(lite.collector().notice()).isEmpty();

                write(server, "budgets: {heavy: 2h}", "false");
                Await.until(
                        "the refusal",
                        Pace.BOUND,
                        () -> lite.collector().notice().contains("budgets.heavy"));
                assertThat(status(lite).state()).isNotEqualTo(State.STOPPED);
                assertThat(status(lite).budget().usage().heavyLimit()).isEqualTo(Duration.ofSeconds(1));

                write(server, "retention: 30d", "false");
                until(lite, "it is switched off", status -> status.state() == State.STOPPED);
                until(lite, "the tick knows", status -> status.tick().last() == PassOutcome.SKIPPED);
                assertThat(lite.collector().notice()).contains("a restart is needed for: retention");
            }
        }
    }

    private interface Condition {
        boolean holds(ServerStatus status);
    }

    private static void until(LiteProcess lite, String what, Condition condition) {
        Await.until(what, Pace.BOUND, () -> condition.holds(status(lite)));
    }

    private static ServerStatus status(LiteProcess lite) {
        return lite.collector().servers().getFirst();
    }

    private Path write(SimulatedServer server, String more, String enabled) throws IOException {
        return Files.writeString(
                folder.resolve("tidegate.yaml"), """
                servers:
                  - name: %s
                    host: 127.0.0.1
                    port: %d
                    login: {user: monitor, password: "env:P"}
                    encryption: off
                    trustServerCertificate: true
                    enabled: %s
                cadence: {tick: 1s, backfill: 1s, deadline: 10s}
                web: {enabled: false, port: 0}
                store: {memory: 128MB}
                %s
                """.formatted(server.name(), server.port(), enabled, more));
    }
}
