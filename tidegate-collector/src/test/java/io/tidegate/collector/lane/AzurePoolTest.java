package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Hold;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.DatabaseState;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Several databases of one logical server of Azure SQL Database, as in an elastic pool: each is a server of its own to us,
 * with a gate, a lock in itself, and passes that know nothing of the others. Mutation seen to break it: one gate for all of them.
 */
class AzurePoolTest {
    private static final int DATABASES = 3;

    /** The fixture has memory for so many leases. */
    private static final int AT_ONCE = 2;

    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.as(VersionProfile.AZURE).sized(1, DATABASES));
    private final List<String> names =
            fixture.server().queryStores().keySet().stream().sorted().toList();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ServerLane> lanes = Lanes.make(
                    fixture.tools,
                    CollectorFixture.settings(),
                    Map.of(),
                    names.stream().map(this::target).toList())
            .all();

    /** As the configuration names them. */
    private ServerTarget target(String database) {
        ServerTarget at = fixture.target();
        return ServerTarget.trusted("shop/" + database, at.host(), at.port(), at.login())
                .ofDatabase(database);
    }

    @AfterEach
    void close() {
        lanes.forEach(ServerLane::close);
        fixture.close();
        threads.shutdownNow();
    }

    @Test
    void givenOneHeavyStatementInEachDatabase_whenTheOtherLoopComes_thenItGoesAwayThereAndNoneEverSeesTwo()
            throws Exception {
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "hang",
                        Match.HEAVY,
                        Occurrence.ALWAYS,
                        new Fault.Hang(Point.START, Hold.UNTIL_RELEASED, false)));
        List<CompletableFuture<PassOutcome>> passes = new ArrayList<>();
        List<ServerLane> two = lanes.subList(0, AT_ONCE);
        for (ServerLane lane : two) {
            passes.add(CompletableFuture.supplyAsync(lane::backfill, threads));
        }
        Await.until(
                "a statement stands still in each",
                () -> fixture.server().faults().held().size() == AT_ONCE);

        for (ServerLane lane : two) {
            assertThat(lane.tick(fixture.ticker.readNanos())).isEqualTo(PassOutcome.DEFERRED);
        }
        assertThat(fixture.server().judge().running()).isEqualTo(AT_ONCE);
        fixture.server().faults().clear();
        fixture.server().faults().release();
        for (CompletableFuture<PassOutcome> pass : passes) {
            assertThat(pass.get()).isIn(PassOutcome.DONE, PassOutcome.CUT);
        }
        for (ServerLane lane : two) {
            assertThat(lane.tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);
        }
        for (int i = 0; i < AT_ONCE; i++) {
            assertThat(fixture.server().judge().maximum(names.get(i)))
                    .as(names.get(i))
                    .isOne();
            assertThat(lanes.get(i).databases())
                    .singleElement()
                    .satisfies(state ->
                            assertThat(held(state.series().key())).as("held").isPositive());
        }
    }

    @Test
    void givenOneThatIsPausedAndOneThatFails_whenAllAreCollected_thenTheOthersGoOnAsEver() {
        fixture.server().databases().pause(names.get(0), Duration.ofMinutes(30));
        fixture.server().databases().state(names.get(1), DatabaseState.OFFLINE_SECONDARY);
        for (int minute = 0; minute < 3; minute++) {
            assertThat(lanes.get(0).tick(fixture.ticker.readNanos())).isEqualTo(PassOutcome.FAILED);
            assertThat(lanes.get(1).tick(fixture.ticker.readNanos())).isEqualTo(PassOutcome.FAILED);
            assertThat(lanes.get(2).tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);
            fixture.pass(Duration.ofMinutes(1));
            fixture.clock.advance(Duration.ofMinutes(1));
        }

        assertThat(lanes.get(2).status().state()).isEqualTo(State.FRESH);
        assertThat(fixture.leases).extracting(LeaseRow::server).containsOnly("shop/" + names.get(2));
        fixture.server().databases().state(names.get(1), DatabaseState.ONLINE);
        assertThat(lanes.get(1).tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);
        assertThat(lanes.get(1).status().state()).isEqualTo(State.FRESH);
    }

    private long held(SeriesKey series) {
        return fixture
                .store
                .entries(series, Kind.RUNTIME, Instant.EPOCH, Instant.parse("2027-01-01T00:00:00Z"))
                .stream()
                .filter(entry -> entry.state() == LedgerEntry.State.HELD)
                .count();
    }
}
