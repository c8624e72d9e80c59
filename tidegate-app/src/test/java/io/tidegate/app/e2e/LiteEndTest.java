package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.Fleet;
import io.tidegate.app.holder.StoreAccess;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.time.Await;
import io.tidegate.web.http.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * How Lite ends. Mutations seen to break it: no {@code halt} in {@code LiteCommand}'s hook, where the signal decides the exit
 * code; a {@code stopCollecting} that stops again.
 */
class LiteEndTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void givenARunningLite_whenASignalEndsIt_thenExitZeroAndItsStoreIsFree() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET);
                LiteChild child = LiteChild.start(fleet, folder, DEADLINE)) {
            Await.until("rows are stored", Pace.BOUND, () -> child.rows() > 0);

            assertThat(child.end()).isZero();

            assertThat(child.store().resolve("holder")).doesNotExist();
            assertThat(child.rows()).isPositive();
        }
    }

    @Test
    void givenJson_whenLiteCollects_thenItsFirstLineSaysWhereItIs() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET);
                LiteChild child = LiteChild.start(fleet, folder, DEADLINE, "--json")) {
            JsonNode said = Json.mapper()
                    .readTree(child.said()
                            .lines()
                            .filter(line -> line.startsWith("{"))
                            .findFirst()
                            .orElseThrow());

            assertThat(said.get("processId").asLong()).isEqualTo(child.processId());
            assertThat(said.get("servers").asInt()).isEqualTo(fleet.servers().size());
            assertThat(Path.of(said.get("store").asString())).isEqualTo(child.store());
            assertThat(said.get("web").asString()).startsWith("http://127.0.0.1:");
        }
    }

    /** Ten seconds are waited for the statement, as designed, and not ten more. */
    @Test
    void givenAStatementThatOutlivesUs_whenStoppedAndThenClosed_thenItsLeaseEndsOnceUnknownAtExit() throws Exception {
        try (Fleet fleet = Fleet.start(Pace.FLEET)) {
            fleet.first()
                    .faults()
                    .add(new FaultRule(
                            "deaf",
                            Match.HEAVY,
                            Occurrence.ALWAYS,
                            new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, true)));
            try (LiteProcess lite = LiteProcess.start(Pace.lite(folder, DEADLINE, Pace.targets(fleet)))) {
                Await.until(
                        "a statement hangs",
                        Pace.BOUND,
                        () -> !fleet.first().faults().held().isEmpty());
                lite.stopCollecting();
            }
            try (StoreAccess access = StoreAccess.open(folder)) {
                assertThat(access.answers()
                                .leases(null, Duration.ofHours(1), 1_000)
                                .rows())
                        .filteredOn(row -> row.ending() == LeaseEnding.UNKNOWN_AT_EXIT)
                        .hasSize(1);
            }
            fleet.first().faults().release();
        }
    }
}
