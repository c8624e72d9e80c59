package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault.RefuseLogin;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.instance.Grants;
import io.sqlserversim.instance.Permission;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.CoveredSpan;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.store.Stretch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Each reason why nothing is there, from its real cause at the server to its word in the coverage. Mutations seen to
 * break it: a fault of the server that is told to the status only; a word that goes on over good time when its cause comes again.
 */
class CoverageCausesTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final DueGrid grid = new DueGrid(0, Duration.ofMinutes(1));
    private final ServerLane lane = new ServerLane(
            fixture.tools,
            CollectorFixture.settings(),
            fixture.target(),
            fixture.store.registerServer(fixture.server().name()),
            grid,
            grid);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    @Incident(114)
    void givenARightThatIsTakenAway_whenTicked_thenTheTimeIsDeniedWithTheGrantUntilItIsBack() {
        lane.tick(0);
        var login = Objects.requireNonNull(fixture.server().instance().login("monitor"));
        Grants all = login.grants();
        login.grants(Grants.NONE.with(Permission.CONNECT_ANY_DATABASE).with(Permission.VIEW_ANY_DATABASE));
        ticks(3);

        assertThat(stretches(Stretch.Word.DENIED)).singleElement().satisfies(stretch -> {
            assertThat(stretch.database()).isEqualTo(fixture.database());
            assertThat(stretch.detail()).contains("GRANT ");
            assertThat(Duration.between(stretch.from(), stretch.to())).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
        });
        assertThat(words()).contains(CoverageWord.DENIED);

        login.grants(all);
        ticks(1);
        Stretch denied = stretches(Stretch.Word.DENIED).getFirst();
        ticks(2);
        assertThat(stretches(Stretch.Word.DENIED)).containsExactly(denied);

        Instant good = fixture.clock.now();
        login.grants(Grants.NONE.with(Permission.CONNECT_ANY_DATABASE).with(Permission.VIEW_ANY_DATABASE));
        ticks(2);
        assertThat(stretches(Stretch.Word.DENIED))
                .as("a new one, of the time since then alone")
                .hasSize(2)
                .last()
                .satisfies(again -> assertThat(again.from()).isAfterOrEqualTo(good));
    }

    @Test
    void givenALoginThatIsRefused_whenTickedForAWhile_thenTheTimeIsDeniedToTheServer() {
        lane.tick(0);
        lane.close();
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "refuse",
                        Match.ANY,
                        Occurrence.ALWAYS,
                        new RefuseLogin(List.of(new SqlError(18456, 14, 1, "Login failed for user 'monitor'.")))));
        ticks(6);

        assertThat(stretches(Stretch.Word.DENIED))
                .singleElement()
                .satisfies(stretch -> assertThat(stretch.database()).isEmpty());
    }

    @Test
    void givenAnEndThatCannotBeProven_whenTickedForAWhile_thenTheTimeSaysSoWithTheGrantUntilItCan() {
        fixture.server().locks().deny(true);
        fixture.denyServerState();
        ticks(3);

        assertThat(stretches(Stretch.Word.END_NOT_PROVABLE)).singleElement().satisfies(stretch -> {
            assertThat(stretch.database()).isEmpty();
            assertThat(stretch.detail()).contains("GRANT EXECUTE ON sys.sp_getapplock");
            assertThat(Duration.between(stretch.from(), stretch.to())).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
        });

        fixture.server().locks().deny(false);
        ticks(1);
        List<Stretch> before = stretches(Stretch.Word.END_NOT_PROVABLE);
        ticks(2);
        assertThat(stretches(Stretch.Word.END_NOT_PROVABLE)).isEqualTo(before);

        Instant good = fixture.clock.now();
        fixture.server().locks().deny(true);
        ticks(2);
        assertThat(stretches(Stretch.Word.END_NOT_PROVABLE))
                .hasSize(2)
                .last()
                .satisfies(again -> assertThat(again.from()).isAfterOrEqualTo(good));
    }

    @Test
    void givenAServerThatIsGone_whenTickedForAWhile_thenTheTimeIsUnreachable() {
        lane.tick(0);
        fixture.fleet.close();
        ticks(6);

        assertThat(stretches(Stretch.Word.UNREACHABLE)).singleElement().satisfies(stretch -> {
            assertThat(stretch.database()).isEmpty();
            assertThat(Duration.between(stretch.from(), stretch.to())).isGreaterThanOrEqualTo(Duration.ofMinutes(4));
        });
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(0);
        }
    }

    private List<Stretch> stretches(Stretch.Word word) {
        return fixture.store.reader().stretches(1).stream()
                .filter(stretch -> stretch.word() == word)
                .toList();
    }

    private List<CoverageWord> words() {
        var reader = fixture.store.reader();
        var series = reader.allSeries().getFirst();
        var clock = IntervalClock.of(reader.options(series.key()).orElseThrow());
        Coverage coverage = new Coverage(clock, fixture.clock.now());
        return coverage
                .span(
                        CollectorFixture.START.minus(Duration.ofHours(1)),
                        fixture.clock.now(),
                        reader.ledger(series.key()),
                        reader.stretches(1))
                .stream()
                .map(CoveredSpan::word)
                .toList();
    }
}
