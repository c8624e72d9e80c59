package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.ledger.IntervalClock.Phase;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalClockTest {
    private static final IntervalClock CLOCK = IntervalClock.of(RuleFixture.options(30, 100, true));

    /** Interval 5 ends at hour 5; flush 900 s, margin 60 s. */
    @ParameterizedTest
    @CsvSource({"-1, OPEN", "0, CLOSED", "1, CLOSED", "959, CLOSED", "960, CLOSED", "961, SETTLED", "99999, SETTLED"})
    void givenSecondsAfterTheEnd_whenAskedForThePhase_thenItIs(long seconds, Phase phase) {
        assertThat(CLOCK.phase(StoreFixture.interval(5), hour(5).plusSeconds(seconds)))
                .isEqualTo(phase);
    }

    @Test
    void givenIntervals_whenAskedForTheNextSettle_thenItIsTheEarliestOfThoseNotSettled() {
        assertThat(CLOCK.nextSettle(StoreFixture.intervals(3, 4, 5), hour(4).plusSeconds(10)))
                .contains(hour(4).plusSeconds(960));
        assertThat(CLOCK.nextSettle(StoreFixture.intervals(1), hour(5))).isEmpty();
    }

    @Test
    void givenANegativeFlush_whenMakingAClock_thenItIsRefused() {
        assertThatThrownBy(() -> new IntervalClock(Duration.ofSeconds(-1), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("flush");
    }
}
