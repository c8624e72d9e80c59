package io.tidegate.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.clock.ManualClock;
import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.VersionProfile;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.time.ManualTicker;
import io.tidegate.core.time.Pause;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.SessionLimits;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A visit to a serverless database that sleeps; time is the source's and moves while the visitor waits. Mutations seen to
 * break it: one try; a warning behind the login; waiting without end.
 */
class WakingLoginTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-29T10:00:30Z"));
    private final ManualTicker ticker = new ManualTicker();
    private final List<String> said = new ArrayList<>();
    private final Fleet fleet = Fleet.of(FleetSpec.TEST.as(VersionProfile.AZURE), clock);
    private SimulatedServer server;
    private Database database;
    private ServerTarget target;
    private int wakingsWhenWarned = -1;

    @BeforeEach
    void start() throws IOException {
        fleet.listen();
        server = fleet.first();
        String name = server.queryStores().keySet().iterator().next();
        database = Objects.requireNonNull(server.instance().database(name));
        target = ServerTarget.trusted(
                        "shop", "127.0.0.1", server.port(), new Login("monitor", new Secret(FleetSpec.TEST.password())))
                .ofDatabase(name);
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private WakingLogin login() {
        LightSessions sessions = new LightSessions(new DriverConnections(), SessionLimits.LITE, ticker, "doctor");
        return new WakingLogin(sessions, ticker, new Waits(), words -> {
            wakingsWhenWarned = said.isEmpty() ? database.wakings() : wakingsWhenWarned;
            said.add(words);
        });
    }

    @Test
    @Incident(96)
    void givenAPausedDatabase_whenVisited_thenItIsSaidBeforeItWakesAndTheVisitOutlastsIt() {
        server.databases().pause(target.database(), Duration.ofSeconds(75));

        login().open(target).channel().close();

        assertThat(said.getFirst()).contains("serverless and paused", "wakes it", "billed");
        assertThat(wakingsWhenWarned).isZero();
        assertThat(database.wakings()).isOne();
        assertThat(said).hasSizeGreaterThan(2);
    }

    @Test
    void givenADatabaseThatStaysAway_whenVisited_thenItIsGivenUpAfterThreeMinutesWithTheReason() {
        server.databases().pause(target.database(), Duration.ofHours(1));
        long begun = ticker.readNanos();

        assertThatThrownBy(() -> login().open(target))
                .isInstanceOfSatisfying(
                        SqlServerException.class,
                        refused -> assertThat(refused.fault().message()).contains("40613", "wakes from its pause"));
        assertThat(Duration.ofNanos(ticker.readNanos() - begun))
                .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    }

    /** Lets time go by. */
    private final class Waits implements Pause {
        @Override
        public boolean until(long tickerNanos) {
            Duration time = Duration.ofNanos(tickerNanos - ticker.readNanos());
            ticker.advance(time);
            clock.advance(time);
            return true;
        }

        @Override
        public void stop() {}

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
