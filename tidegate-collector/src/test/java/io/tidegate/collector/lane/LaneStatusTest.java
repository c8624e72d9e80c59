package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.QuietHours;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.core.budget.LightPace;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.ServerStatus.State;
import io.tidegate.sqlserver.Login;
import io.tidegate.sqlserver.Secret;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.ViewColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The word for how a server stands. */
class LaneStatusTest {
    private static final Instant START = Instant.parse("2026-11-29T10:00:00Z");
    private static final ServerTarget TARGET =
            ServerTarget.trusted("sql-1", "127.0.0.1", 1433, new Login("monitor", new Secret("x")));

    private final CollectorFixture fixture = new CollectorFixture();
    private Instant now = START;
    private CollectorSettings settings = CollectorFixture.settings();
    private final LaneStatus status = new LaneStatus(
            TARGET,
            () -> settings,
            fixture.tools.gates().gate("sql-1"),
            () -> now,
            new Brake(fixture.tools, TARGET, CollectorFixture::settings, fixture.prober()),
            new Switches(
                    CollectorFixture::settings,
                    fixture.tools.clock(),
                    fixture.ticker,
                    new StretchKeeper(fixture.store, 1)),
            () -> new LightPace.Spacing(1, ""));

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Fails with a server that is called late, or worse, while its pass is young; or fresh when it was only deferred. */
    @Test
    @Incident(70)
    void givenPassesThatStop_whenTimePasses_thenFreshBecomesLateAndNothingElse() {
        assertThat(state()).isEqualTo(State.STARTING);
        good();
        assertThat(state()).isEqualTo(State.FRESH);

        now = START.plus(Duration.ofMinutes(2));
        assertThat(state()).as("two cadences").isEqualTo(State.FRESH);
        now = now.plusMillis(1);
        status.tick().ended(PassOutcome.DEFERRED, "", now);
        status.tick().ended(PassOutcome.ABANDONED, "", now);
        assertThat(state()).isEqualTo(State.LATE);

        good();
        assertThat(state()).isEqualTo(State.FRESH);
    }

    /** Fails with a loop that is switched off and called late. */
    @Test
    void givenATickThatIsSwitchedOff_whenTimePasses_thenTheServerIsStoppedAndAFaultHasOneMarkBehindIt() {
        good();
        settings = settings.switched(true, false, true, QuietHours.NEVER);
        now = START.plus(Duration.ofHours(1));

        assertThat(state()).isEqualTo(State.STOPPED);

        status.failed(new Fault.Transient("sql-1: busy.", 701, false));
        status.failing(List.of("Sales: failing"));
        assertThat(status.snapshot().detail()).isEqualTo("sql-1: busy. Sales: failing");
    }

    @Test
    @Incident(70)
    void givenFaults_whenTold_thenGoneAndRefusedHaveWordsOfTheirOwnAndOthersChangeNone() {
        good();
        status.failed(new Fault.Unreachable("gone", 0));
        assertThat(state()).isEqualTo(State.UNREACHABLE);
        status.failed(new Fault.LoginRefused("refused", 18456));
        assertThat(state()).isEqualTo(State.STOPPED);
        good();
        assertThat(state()).isEqualTo(State.FRESH);

        for (Fault passing : List.of(
                new Fault.Transient("busy", 701, false),
                new Fault.TimedOut("late"),
                new Fault.DatabaseUnavailable("offline", 942, false))) {
            status.failed(passing);
            assertThat(state()).as(passing.message()).isEqualTo(State.FRESH);
            assertThat(status.snapshot().detail()).isEqualTo(passing.message());
        }
    }

    /** A pass that read, at this moment. */
    private void good() {
        status.probed(
                new ProbeReport(
                        "16.0",
                        StoreColumns.OF_2022,
                        List.of("Sales"),
                        Map.of(),
                        Map.of(),
                        new ViewColumns(Map.of()),
                        List.of()),
                Optional.of(now));
        status.tick().ended(PassOutcome.DONE, "", now);
    }

    private State state() {
        return status.snapshot().state();
    }
}
