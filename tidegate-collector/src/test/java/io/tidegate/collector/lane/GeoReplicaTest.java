package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.GeoLink;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.ServerTarget;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A geo-replicated database of Azure SQL Database: its copy on the other server is read where no registered server has the
 * writable one. Mutations seen to break it: links that are not asked for; a secondary that does not wait for its primary
 * after a start; a series that is not looked
 * for by its link; links that come later and are not told to the registry.
 */
class GeoReplicaTest {
    private static final UUID LINK = new UUID(1, 2);

    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.as(VersionProfile.AZURE).sized(2, 1));
    private final SimulatedServer west = fixture.fleet.servers().getFirst();
    private final SimulatedServer east = fixture.fleet.servers().getLast();
    private final String database = west.queryStores().keySet().iterator().next();
    private ServerLane westLane;
    private ServerLane eastLane;

    @BeforeEach
    void link() {
        String there = east.queryStores().keySet().iterator().next();
        if (!there.equals(database)) {
            east.databases().rename(there, database);
        }
        written(west, east);
        westLane = lane("west", west);
        eastLane = lane("east", east);
    }

    @AfterEach
    void close() {
        westLane.close();
        eastLane.close();
        fixture.close();
    }

    /** The one is written, the other a secondary that can be read. */
    private void written(SimulatedServer here, SimulatedServer there) {
        here.databases().geoReplicated(database, List.of(new GeoLink(LINK, there.name(), database, true)));
        there.databases().geoReplicated(database, List.of(new GeoLink(LINK, here.name(), database, false)));
    }

    private ServerLane lane(String name, SimulatedServer server) {
        ServerTarget at = CollectorFixture.target(server);
        long phase = fixture.ticker.readNanos();
        return fixture.lane(
                fixture.tools,
                CollectorFixture.settings(),
                ServerTarget.trusted(name, at.host(), at.port(), at.login()).ofDatabase(database),
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    @Test
    @Incident(34)
    void givenBothRegistered_whenTheSecondaryComesFirstAfterAStart_thenItIsCollectedOnceAndTheOtherIsNamed() {
        for (int minute = 0; minute < 5; minute++) {
            eastLane.tick(fixture.ticker.readNanos());
            eastLane.backfill();
            assertThat(westLane.tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);
            westLane.backfill();
            pass(Duration.ofMinutes(1));
        }

        assertThat(fixture.leases).extracting(LeaseRow::server).containsOnly("west");
        assertThat(east.judge().total()).isZero();
        assertThat(eastLane.status().detail()).contains("readable secondary, collected from west");
        assertThat(fixture.store.reader().stretches(fixture.store.registerServer("east")))
                .extracting(Stretch::word)
                .containsOnly(Stretch.Word.EXCLUDED);
    }

    @Test
    @Incident(34)
    void givenAFailover_whenBothAreProbed_thenTheOtherCopyIsCollectedFromThereOn() {
        westLane.tick(fixture.ticker.readNanos());
        eastLane.tick(fixture.ticker.readNanos());
        written(east, west);
        fixture.leases.clear();
        for (int minute = 0; minute < 2; minute++) {
            pass(Duration.ofMinutes(1));
            eastLane.tick(fixture.ticker.readNanos());
            westLane.tick(fixture.ticker.readNanos());
        }

        assertThat(fixture.leases).extracting(LeaseRow::server).containsOnly("east");
        assertThat(westLane.status().detail()).contains("readable secondary, collected from east");
    }

    /** The same data at another server, which is what a geo-replica is; it became one while it was collected. */
    @Test
    @Incident(34)
    void givenAFailoverBetweenTwoRegistered_whenTheNewPrimaryIsRead_thenTheSeriesGoesOnAndNothingIsReadOrCountedTwice()
            throws Exception {
        west.databases().geoReplicated(database, List.of());
        passes(westLane, 8);
        west.databases().geoReplicated(database, List.of(new GeoLink(LINK, "east", database, true)));
        passes(westLane, 5);
        SeriesKey series = westLane.databases().getFirst().series().key();
        List<LedgerEntry> held = fixture.held(series);
        assertThat(held).isNotEmpty();
        long imported = rows();
        west.failover("EAST", fixture.clock.now());
        west.databases().geoReplicated(database, List.of(new GeoLink(LINK, "west", database, true)));
        fixture.leases.clear();

        ServerLane after = lane("other-end", west);
        passes(after, 2);
        after.close();

        assertThat(after.databases().getFirst().series().key()).isEqualTo(series);
        assertThat(fixture.store.reader().allSeries()).hasSize(1);
        assertThat(fixture.held(series))
                .as("but for the open interval, of which the failover lost what was not flushed")
                .filteredOn(entry -> !entry.isFromLastPeek())
                .isEqualTo(held);
        assertThat(rows())
                .as("identities and the open interval, not the import")
                .isLessThan(imported / 4);
    }

    private long rows() {
        return fixture.leases.stream().mapToLong(LeaseRow::rows).sum();
    }

    private void passes(ServerLane lane, int count) {
        for (int pass = 0; pass < count; pass++) {
            lane.tick(fixture.ticker.readNanos());
            lane.backfill();
            fixture.pass(Duration.ofMinutes(20));
        }
    }

    @Test
    @Incident(34)
    void givenTheSecondaryAlone_whenTwoMinutesHavePassed_thenItIsCollectedAndNotCalledReadOnly() {
        for (int minute = 0; minute < 2; minute++) {
            eastLane.tick(fixture.ticker.readNanos());
            assertThat(east.judge().total()).isZero();
            pass(Duration.ofMinutes(1));
        }

        for (int minute = 0; minute < 2; minute++) {
            assertThat(eastLane.tick(fixture.ticker.readNanos())).isNotEqualTo(PassOutcome.FAILED);
            eastLane.backfill();
            pass(Duration.ofMinutes(1));
        }

        assertThat(east.judge().total()).isPositive();
        assertThat(fixture.store.reader().stretches(fixture.store.registerServer("east")))
                .extracting(Stretch::word)
                .doesNotContain(Stretch.Word.READ_ONLY);
    }

    @Test
    void givenALoginThatMayNotAskForLinks_whenProbed_thenThatIsNamedWithTheGrant() {
        String key = database.toUpperCase(Locale.ROOT);
        Objects.requireNonNull(east.instance().login("monitor"))
                .grants(Grants.NONE
                        .withDatabase(key, Permission.CONNECT)
                        .withDatabase(key, Permission.VIEW_DATABASE_PERFORMANCE_STATE));

        assertThat(eastLane.tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(eastLane.status().detail())
                .contains("may be collected beside its primary", "GRANT VIEW DATABASE STATE TO [monitor];");
    }

    private void pass(Duration time) {
        fixture.pass(time);
        fixture.clock.advance(time);
    }
}
