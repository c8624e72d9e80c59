package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.budget.PeekPace;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.IntervalClock.Phase;
import io.tidegate.core.ledger.PeekSchedule;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.sqlserver.read.StoreColumns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peeks that are cut, by their own size or by something else. */
class CutPeeksTest {
    private static final ReadBudget ONE_ROW = new ReadBudget(Long.MAX_VALUE, 1, Duration.ofSeconds(30));

    private final CollectorFixture fixture = new CollectorFixture();
    private final List<UnaryOperator<PeekSchedule>> moves = new ArrayList<>();
    private SeriesState state;

    @BeforeEach
    void probe() {
        var prober = fixture.prober();
        prober.probe();
        prober.close();
        state = prober.states().get(fixture.database());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Mutation seen to break it: a cut by size that does not count. */
    @Test
    @Incident(62)
    void givenAnIntervalOfMoreThanAPeekMayRead_whenPeeked_thenItIsDroppedItsSpacingDoublesAndItCounts() {
        assertCut(ONE_ROW, peek(ONE_ROW));

        assertThat(moves.getFirst().apply(PeekSchedule.startingAt(0)).cuts()).isOne();
    }

    /** Less was left to it than a peek may use, or the server works for others. Mutation seen to break it: each cut counts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenAPeekThatSomethingElseCuts_whenPeeked_thenItIsDroppedAndSpacedAndDoesNotCount(boolean isPressure) {
        Work peek = peek(ReadBudget.STANDARD);

        assertCut(isPressure ? ReadBudget.STANDARD : ONE_ROW, (session, slice) -> {
            session.lookingFirst(() -> isPressure ? Optional.of("it works hard for others") : Optional.empty());
            return peek.run(session, slice);
        });

        assertThat(moves.getFirst().apply(PeekSchedule.startingAt(0)).cuts()).isZero();
    }

    private void assertCut(ReadBudget budget, Work peek) {
        assertThat(fixture.work(budget, peek).outcome()).isEqualTo(PassOutcome.CUT);
        assertThat(fixture.store.lastPeekNumber(
                        state.series().key(), unsettled().getFirst().id()))
                .isZero();
        assertThat(moves).hasSize(1);
        assertThat(moves.getFirst().apply(PeekSchedule.startingAt(0)).spacing()).isEqualTo(Duration.ofMinutes(2));
    }

    private PeekWork peek(ReadBudget most) {
        return new PeekWork(
                fixture.store,
                state.series(),
                state.situation(),
                unsettled(),
                StoreColumns.OF_2022,
                fixture.ticker,
                new PeekPace(HeavyBudget.UNLIMITED, 1, 1),
                most,
                moves::add,
                belief -> {});
    }

    private List<RuntimeStatsInterval> unsettled() {
        var situation = state.situation();
        return fixture.store.unheld(state.series().key(), Kind.RUNTIME).stream()
                .map(LedgerEntry::interval)
                .filter(interval -> situation.clock().phase(interval, situation.sourceNow()) != Phase.SETTLED)
                .toList();
    }
}
