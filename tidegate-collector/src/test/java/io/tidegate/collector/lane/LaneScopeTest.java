package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.ReplicaRole;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.StoreHook;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Which databases a lane reads, and what one of them may do to the others. Mutations seen to break it: exclusions that
 * the probe does not ask; copies that are not asked whether they are writable; a pass that goes on after an error of the machine.
 */
class LaneScopeTest {
    private static final Executor THREADS = body -> Thread.ofVirtual().start(body);

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, 3));
    private final List<String> names =
            fixture.server().queryStores().keySet().stream().sorted().toList();
    private final long phase = fixture.ticker.readNanos();
    private ServerLane lane = lane(fixture.tools, DatabaseFilter.ALL);

    private ServerLane lane(CollectorTools tools, DatabaseFilter databases) {
        ServerTarget all = fixture.target();
        return fixture.lane(
                tools,
                CollectorFixture.settings(),
                new ServerTarget(
                        all.name(),
                        all.host(),
                        all.port(),
                        all.login(),
                        all.encryption(),
                        all.trustServerCertificate(),
                        databases,
                        false),
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** Its history is in the ledger already when it is excluded, so that a candidate list from there would have it. */
    @Test
    @Incident(46)
    void givenADatabaseThatIsKnown_whenItIsExcluded_thenNeitherLoopReadsIt() {
        lane.tick(phase);
        lane.close();
        fixture.leases.clear();
        lane = lane(fixture.tools, new DatabaseFilter(List.of(), List.of(names.get(1))));

        lane.tick(phase);
        lane.backfill();

        assertThat(read()).containsExactlyInAnyOrder(names.get(0), names.get(2));
    }

    @Test
    @Incident(92)
    void givenARoleThatChangesBetweenPasses_whenCollected_thenTheOthersGoOnAndItComesBackAsTheSameSeries() {
        fixture.server().databases().replica(names.getFirst(), "AG1", ReplicaRole.PRIMARY);
        lane.backfill();
        var series = fixture.store.series(
                fixture.store.registerServer(fixture.server().name()));
        fixture.server().databases().replica(names.getFirst(), "AG1", ReplicaRole.SECONDARY_NOT_READABLE);
        fixture.leases.clear();
        fixture.clock.advance(Duration.ofMinutes(10));

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE);
        assertThat(read()).containsExactlyInAnyOrder(names.get(1), names.get(2));

        fixture.server().databases().replica(names.getFirst(), "AG1", ReplicaRole.PRIMARY);
        lane.tick(phase);
        assertThat(read()).contains(names.getFirst());
        assertThat(fixture.store.series(
                        fixture.store.registerServer(fixture.server().name())))
                .hasSameSizeAs(series);
    }

    /** Mutations seen to break it: a probe only where the lease is free; passes of a lane that wait for one another. */
    @Test
    @Incident(67)
    void givenTheOtherLoopsLongRead_whenTheTickComes_thenItsProbeListsWhatIsNewAndTheServerIsThere() {
        lane.tick(phase);
        CollectorFixture.hang(fixture.server());
        var read = CompletableFuture.supplyAsync(lane::backfill, THREADS);
        Await.until(
                "a heavy read of the backfill's hangs",
                () -> !fixture.server().faults().held().isEmpty());

        int listed = listed();
        fixture.clock.advance(Duration.ofMinutes(3));
        var tick = CompletableFuture.supplyAsync(() -> lane.tick(phase), THREADS);
        Await.until("the tick has ended", tick::isDone);

        assertThat(tick).isCompletedWithValue(PassOutcome.DEFERRED);
        assertThat(read).isNotDone();
        assertThat(listed()).isGreaterThan(listed);
        assertThat(lane.status().state()).isNotIn(State.UNREACHABLE, State.STOPPED, State.STARTING);
        assertThat(lane.status().sourceNow()).isEqualTo(CollectorFixture.START.plus(Duration.ofMinutes(3)));
        fixture.server().faults().release();
        Await.until("the read has ended", read::isDone);
    }

    @Test
    @Incident(2)
    void givenNoMemory_whenOneDatabaseIsRead_thenThePassFailsThereAndIsNoFaultOfTheDatabase() {
        lane.close();
        lane = lane(
                fixture.tools(StoreHook.before(fixture.store, "peek", () -> {
                    throw new OutOfMemoryError("Java heap space");
                })),
                DatabaseFilter.ALL);

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.FAILED);

        assertThat(fixture.leases)
                .extracting(LeaseRow::database)
                .as("no other was tried")
                .containsExactly(names.getFirst());
        assertThat(fixture.leases).extracting(LeaseRow::ending).containsExactly(LeaseEnding.RELEASED);
        assertThat(fixture.memory.taken()).isZero();
        assertThat(lane.status().tick().lastSuccess()).isNull();
    }

    private Set<String> read() {
        return fixture.leases.stream().map(LeaseRow::database).collect(Collectors.toSet());
    }

    private int listed() {
        return lane.databases().stream()
                .mapToInt(state -> fixture.store
                        .entries(
                                state.series().key(),
                                Kind.RUNTIME,
                                Instant.EPOCH,
                                CollectorFixture.START.plus(Duration.ofDays(1)))
                        .size())
                .sum();
    }
}
