package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault.RefuseLogin;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.sqlserver.DatabaseFilter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A login that a server refuses is not tried until a policy locks it. Mutations seen to break it: passes that do not ask;
 * a pass that goes on to the next database; a configuration that is changed and not tried.
 */
class RefusedLoginTest {
    private static final int DATABASES = 3;

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.sized(1, DATABASES));
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    void givenALoginThatIsRefused_whenBothLoopsGoOnForAnHour_thenTheServerSeesFourTriesAndTheStatusSaysWhatToDo() {
        refuse();

        passes(60);

        assertThat(tries()).isBetween(3L, 4L);
        assertThat(lane.status().state()).isEqualTo(State.STOPPED);
        assertThat(lane.status().detail()).contains("Check user and password");
        assertThat(lane.status().tick().last()).isEqualTo(PassOutcome.SKIPPED);
        assertThat(lane.status().tick().detail()).startsWith("next try at ");
    }

    @Test
    void givenARefusedLogin_whenTheConfigurationIsChangedOrTheLoginIsMended_thenItIsTriedAndCollected() {
        refuse();
        passes(1);
        assertThat(tries()).isOne();
        fixture.server().faults().clear();

        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.SKIPPED);
        lane.reconfigure(CollectorFixture.settings(), DatabaseFilter.ALL);
        assertThat(lane.tick(phase)).isEqualTo(PassOutcome.DONE);
        assertThat(lane.status().state()).isEqualTo(State.FRESH);
    }

    /** The light session lives on: only new logins are refused. */
    @Test
    void givenALoginRefusedBetweenTwoLeases_whenThePassHasMoreDatabases_thenItEndsAtTheFirst() {
        lane.tick(phase);
        refuse();

        assertThat(lane.backfill()).isEqualTo(PassOutcome.FAILED);
        assertThat(tries()).isOne();
        passes(60);

        assertThat(tries()).isBetween(3L, 5L);
        assertThat(lane.status().state()).isEqualTo(State.STOPPED);
    }

    private void refuse() {
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "refused",
                        Match.ANY,
                        Occurrence.ALWAYS,
                        new RefuseLogin(List.of(new SqlError(18456, 14, 1, "Login failed for user 'monitor'.")))));
    }

    private long tries() {
        return fixture.server().faults().triggered().getOrDefault("refused", 0L);
    }

    /** So many minutes: a tick in each, a backfill in each fifth. */
    private void passes(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            lane.tick(phase + Duration.ofMinutes(minute).toNanos());
            if (minute % 5 == 0) {
                lane.backfill();
            }
            fixture.pass(Duration.ofMinutes(1));
            fixture.clock.advance(Duration.ofMinutes(1));
        }
    }
}
