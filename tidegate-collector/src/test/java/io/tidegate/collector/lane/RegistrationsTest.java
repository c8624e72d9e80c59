package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.ReplicaRole;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorTools;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * One database is collected once, however often it is registered: two names of one instance, replicas of a group, and a
 * failover between two of them.
 */
class RegistrationsTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(2, 1));
    private final SimulatedServer one = fixture.fleet.servers().getFirst();
    private final SimulatedServer two = fixture.fleet.servers().getLast();
    private final List<ServerLane> lanes = new ArrayList<>();

    @AfterEach
    void close() {
        lanes.forEach(ServerLane::close);
        fixture.close();
    }

    private ServerLane lane(String name, SimulatedServer server) {
        return lane(fixture.tools, name, server);
    }

    private ServerLane lane(CollectorTools tools, String name, SimulatedServer server) {
        ServerTarget at = CollectorFixture.target(server);
        long phase = fixture.ticker.readNanos();
        ServerLane lane = fixture.lane(
                tools,
                CollectorFixture.settings(),
                ServerTarget.trusted(name, at.host(), at.port(), at.login()),
                phase,
                phase + Duration.ofSeconds(30).toNanos());
        lanes.add(lane);
        return lane;
    }

    @Test
    @Incident(34)
    void givenTwoNamesOfOneInstance_whenCollected_thenOneIsRefusedByNameAndTheDataIsThereOnce() {
        ServerLane first = lane("by-name", one);
        ServerLane second = lane("by-address", one);
        first.tick(fixture.ticker.readNanos());

        assertThat(second.tick(fixture.ticker.readNanos())).isEqualTo(PassOutcome.SKIPPED);
        assertThat(second.backfill()).isEqualTo(PassOutcome.SKIPPED);
        assertThat(first.backfill()).isNotEqualTo(PassOutcome.SKIPPED);

        assertThat(second.status().state()).isEqualTo(State.STOPPED);
        assertThat(second.status().detail()).contains("same instance as 'by-name'", "remove one");
        assertThat(fixture.leases).extracting(LeaseRow::server).containsOnly("by-name");
        assertThat(fixture.store.series(fixture.store.registerServer("by-address")))
                .isEmpty();
    }

    /** The one without history comes first after a restart, and must not begin one. */
    @Test
    @Incident(34)
    void givenTwoNamesOfOneInstance_whenTheProcessStartsAnew_thenTheOneWithHistoryGoesOn() {
        fixture.store.registerServer("by-address");
        lane("by-name", one).tick(fixture.ticker.readNanos());
        CollectorTools restarted = fixture.restarted();
        List<ServerTarget> both = List.of(named("by-address"), named("by-name"));
        List<ServerLane> anew = Lanes.make(restarted, CollectorFixture.settings(), Map.of(), both)
                .all();
        lanes.addAll(anew);

        assertThat(anew.getFirst().tick(fixture.ticker.readNanos())).isEqualTo(PassOutcome.SKIPPED);
        assertThat(anew.getLast().tick(fixture.ticker.readNanos())).isNotEqualTo(PassOutcome.SKIPPED);
        assertThat(anew.getFirst().tick(fixture.ticker.readNanos())).isEqualTo(PassOutcome.SKIPPED);
        assertThat(anew.getFirst().status().detail()).contains("same instance as 'by-name'");
    }

    private ServerTarget named(String name) {
        ServerTarget at = CollectorFixture.target(one);
        return ServerTarget.trusted(name, at.host(), at.port(), at.login());
    }

    @Test
    @Incident(34)
    void givenAPrimaryAndAReadableSecondary_whenBothAreRegistered_thenItIsReadFromThePrimaryAndTheOtherIsNamed() {
        group(ReplicaRole.PRIMARY, ReplicaRole.SECONDARY_READABLE);
        ServerLane primary = lane("node-a", one);
        ServerLane secondary = lane("node-b", two);

        primary.tick(fixture.ticker.readNanos());
        secondary.tick(fixture.ticker.readNanos());
        secondary.backfill();

        assertThat(fixture.leases).extracting(LeaseRow::server).containsOnly("node-a");
        assertThat(secondary.status().detail()).contains("readable secondary, collected from node-a");
        assertThat(fixture.store.reader().stretches(fixture.store.registerServer("node-b")))
                .anySatisfy(stretch -> {
                    assertThat(stretch.word()).isEqualTo(Stretch.Word.EXCLUDED);
                    assertThat(stretch.detail()).contains("collected from node-a");
                });
    }

    /** Only the secondary is registered, and it shows Query Store as off although it has the primary's rows. */
    @Test
    @Incident(91)
    void givenAReadableSecondaryAlone_whenItShowsQueryStoreAsOff_thenItIsReadAndNotCalledOff() {
        group(ReplicaRole.PRIMARY, ReplicaRole.SECONDARY_READABLE);
        QueryStore store = two.queryStores().values().iterator().next();
        store.alter(store.options().withState(QueryStoreState.OFF, QueryStoreState.OFF, 0));
        ServerLane alone = lane("node-b", two);
        for (int pass = 0; pass < 3; pass++) {
            alone.tick(fixture.ticker.readNanos());
            alone.backfill();
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
        }

        assertThat(fixture.held(series(alone))).isNotEmpty();
        assertThat(fixture.store.reader().stretches(fixture.store.registerServer("node-b")))
                .extracting(Stretch::word)
                .doesNotContain(Stretch.Word.OFF, Stretch.Word.READ_ONLY);
    }

    /** The same data at another instance, which is what a replica is. */
    @Test
    @Incident(34)
    void givenAFailoverToTheOtherRegisteredServer_whenItIsRead_thenTheLineageGoesOnAndNothingIsReadTwice()
            throws Exception {
        one.databases().replica(database(one), "AG1", ReplicaRole.PRIMARY);
        ServerLane before = lane("node-a", one);
        for (int pass = 0; pass < 10; pass++) {
            before.tick(fixture.ticker.readNanos());
            before.backfill();
            fixture.pass(Duration.ofMinutes(20));
        }
        SeriesKey series = series(before);
        List<LedgerEntry> held = fixture.held(series);
        assertThat(held).isNotEmpty();
        before.close();
        one.failover("NODE-B", fixture.clock.now());
        fixture.leases.clear();

        ServerLane after = lane("node-b", one);
        after.tick(fixture.ticker.readNanos());
        after.backfill();

        assertThat(series(after)).isEqualTo(series);
        assertThat(fixture.store.series(fixture.store.registerServer("node-a"))).isEmpty();
        assertThat(fixture.held(series))
                .as("but for the open interval, of which the failover lost what was not flushed")
                .filteredOn(entry -> !entry.isFromLastPeek())
                .isEqualTo(held);
    }

    private void group(ReplicaRole first, ReplicaRole second) {
        if (!database(two).equals(database(one))) {
            two.databases().rename(database(two), database(one));
        }
        one.databases().replica(database(one), "AG1", first);
        two.databases().replica(database(one), "AG1", second);
    }

    private static String database(SimulatedServer server) {
        return server.queryStores().keySet().iterator().next();
    }

    private static SeriesKey series(ServerLane lane) {
        return lane.databases().getFirst().series().key();
    }
}
