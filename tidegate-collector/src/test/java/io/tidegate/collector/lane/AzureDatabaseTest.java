package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Permission;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.store.Stretch;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.ConnectionSettings;
import io.tidegate.sqlserver.session.DriverConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Azure SQL Database: one database, one session each, and a serverless one that may pause. Mutations seen to break it: a
 * database that wakes is taken for one that refuses our login; a rest that begins anew while others are in it.
 */
class AzureDatabaseTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.as(VersionProfile.AZURE));
    private final String database = fixture.database();
    private final ServerTarget target = fixture.target().ofDatabase(database);
    private ServerLane lane = lane(target);

    private ServerLane lane(ServerTarget of) {
        long phase = fixture.ticker.readNanos();
        return fixture.lane(
                fixture.tools,
                CollectorFixture.settings(),
                of,
                phase,
                phase + Duration.ofSeconds(30).toNanos());
    }

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    @Incident(88)
    void givenAUserOfOneDatabase_whenCollected_thenNothingElseIsNeeded() {
        String key = database.toUpperCase(Locale.ROOT);
        fixture.server()
                .instance()
                .add(new Login(
                        400,
                        "contained",
                        "Abc123",
                        database,
                        Grants.NONE
                                .withDatabase(key, Permission.CONNECT)
                                .withDatabase(key, Permission.VIEW_DATABASE_STATE)));
        lane.close();
        lane = lane(as(target, "contained"));

        assertThat(lane.tick(fixture.ticker.readNanos())).isIn(PassOutcome.DONE, PassOutcome.CUT);
        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(fixture.leases).extracting(LeaseRow::ending).containsOnly(LeaseEnding.RELEASED);
        assertThat(lane.status().state()).isEqualTo(State.FRESH);
    }

    @Test
    @Incident(96)
    void givenAServerlessDatabaseWithNobodyElseInIt_whenTenMinutesHavePassed_thenItIsLeftAloneForHours()
            throws SQLException {
        Objects.requireNonNull(fixture.server().instance().database(database)).serviceObjective("GP_S_Gen5_2");
        for (int minute = 0; minute <= 10; minute++) {
            tick();
            Await.until("no session is kept open", () -> fixture.server().connections() == 0);
            pass(Duration.ofMinutes(1));
        }
        long before = statements();
        for (int minute = 11; minute < 6 * 60; minute += 10) {
            assertThat(tick()).isEqualTo(PassOutcome.SKIPPED);
            assertThat(lane.backfill()).isEqualTo(PassOutcome.SKIPPED);
            assertThat(lane.verify(new Scope(null, null, null, Duration.ZERO), new VerifyFindings())
                            .whyNot(database)
                            .orElseThrow())
                    .contains("serverless");
            pass(Duration.ofMinutes(10));
        }

        assertThat(statements()).as("statements while it rests").isEqualTo(before);
        assertThat(lane.status().state()).isEqualTo(State.QUIET);
        assertThat(lane.status().detail()).contains("serverless", "may be paused");
        assertThat(fixture.store.reader().stretches(fixture.store.registerServer(target.name())))
                .extracting(Stretch::word)
                .contains(Stretch.Word.UNOBSERVED);

        pass(Duration.ofMinutes(10));
        assertThat(tick()).isNotEqualTo(PassOutcome.SKIPPED);
        pass(Duration.ofMinutes(5));
        try (Connection other = somebodyElse()) {
            assertThat(other.isValid(10)).isTrue();
            for (int minute = 0; minute < 30; minute += 5) {
                assertThat(tick()).as("awake for others").isNotEqualTo(PassOutcome.SKIPPED);
                pass(Duration.ofMinutes(5));
            }
        }
    }

    @Test
    @Incident(96)
    void
            givenAPausedDatabase_whenItWakesForLongerThanALoginWaits_thenItIsTriedEachMinuteUntilItIsReadAndNoFailureStays() {
        serverless();
        fixture.server().databases().pause(database, Duration.ofSeconds(150));
        for (int minute = 0; minute < 3; minute++) {
            assertThat(tick()).as("it wakes").isEqualTo(PassOutcome.FAILED);
            assertThat(lane.status().detail()).contains("40613", "wakes from its pause");
            assertThat(lane.status().state()).isNotIn(State.UNREACHABLE, State.STOPPED);
            assertThat(database().wakings()).as("by our first login").isOne();
            pass(Duration.ofMinutes(1));
        }

        assertThat(tick()).isIn(PassOutcome.DONE, PassOutcome.CUT);
        assertThat(lane.status().state()).isEqualTo(State.FRESH);
        assertThat(lane.backfill()).isIn(PassOutcome.DONE, PassOutcome.CUT);
    }

    @Test
    @Incident(96)
    void givenADatabaseThatPaused_whenSomebodyElseWakesIt_thenOurNextLookFindsItAndItIsCollectedEachMinuteAgain()
            throws SQLException {
        serverless();
        for (int minute = 0; minute <= 10; minute++) {
            tick();
            pass(Duration.ofMinutes(1));
        }
        fixture.server().databases().pause(database, Duration.ofSeconds(30));
        passIdly(Duration.ofHours(3));
        assertThat(database().wakings()).as("by us").isZero();
        assertThatThrownBy(this::somebodyElse).hasMessageContaining("not currently available");
        pass(Duration.ofMinutes(1));

        try (Connection other = somebodyElse()) {
            assertThat(other.isValid(10)).isTrue();
            passIdly(Duration.ofHours(3));
            for (int minute = 0; minute < 30; minute++) {
                assertThat(tick()).as("minute " + minute).isIn(PassOutcome.DONE, PassOutcome.CUT);
                pass(Duration.ofMinutes(1));
            }
            assertThat(database().wakings()).isOne();
            assertThat(lane.status().state()).isEqualTo(State.FRESH);
        }
    }

    /** Ticks that leave it alone. */
    private void passIdly(Duration time) {
        for (long minute = 0; minute < time.toMinutes(); minute += 10) {
            assertThat(tick()).isEqualTo(PassOutcome.SKIPPED);
            pass(Duration.ofMinutes(10));
        }
    }

    private void serverless() {
        database().serviceObjective("GP_S_Gen5_2");
    }

    private Database database() {
        return Objects.requireNonNull(fixture.server().instance().database(database));
    }

    @Test
    @Incident(97)
    void givenALowTier_whenCollected_thenWhatItHidesIsSaidAndTheRestIsRead() {
        Objects.requireNonNull(fixture.server().instance().database(database)).serviceObjective("S0");

        assertThat(tick()).isIn(PassOutcome.DONE, PassOutcome.CUT);

        assertThat(lane.status().state()).isEqualTo(State.FRESH);
        assertThat(lane.status().detail()).contains("service tier S0", "all of Query Store is read");
    }

    @Test
    @Incident(87)
    void givenNoDatabaseNamed_whenProbed_thenTheKeyOfTheConfigurationIs() {
        lane.close();
        lane = lane(fixture.target());

        assertThat(tick()).isEqualTo(PassOutcome.FAILED);

        assertThat(lane.status().detail()).contains("Azure SQL Database", "database:");
        assertThat(fixture.server().judge().total()).isZero();
    }

    private PassOutcome tick() {
        return lane.tick(fixture.ticker.readNanos());
    }

    private void pass(Duration time) {
        fixture.pass(time);
        fixture.clock.advance(time);
    }

    private long statements() {
        return fixture.server().instance().statements().get();
    }

    private Connection somebodyElse() throws SQLException {
        return new DriverConnections()
                .open(
                        target,
                        new ConnectionSettings("application", database, Duration.ofMinutes(1), Duration.ofMinutes(1)));
    }

    private static ServerTarget as(ServerTarget of, String user) {
        return ServerTarget.trusted(
                        of.name(), of.host(), of.port(), new io.tidegate.sqlserver.Login(user, new Secret("Abc123")))
                .ofDatabase(of.database());
    }
}
