package io.tidegate.core.ledger;

import static io.tidegate.core.ledger.RuleFixture.hour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.ReadBudget.Limit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {
    private static final long MB = 1024L * 1024;

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, NONE",
        "67108863, 99999, 29, NONE",
        "67108864, 0, 0, BYTES",
        "0, 100000, 0, ROWS",
        "0, 0, 30, TIME",
        "67108864, 100000, 30, BYTES"
    })
    void givenTheStandardBudget_whenUsed_thenTheFirstLimitIsNamed(long bytes, long rows, long seconds, Limit limit) {
        assertThat(ReadBudget.STANDARD.spent(bytes, rows, Duration.ofSeconds(seconds)))
                .isEqualTo(limit);
    }

    @Test
    @Incident(17)
    void givenFailures_whenOneFollowsAnother_thenBudgetsHalveTwiceAndBandsAreSingle() {
        BudgetLadder ladder = BudgetLadder.FULL;
        assertThat(ladder.budget(ReadBudget.STANDARD).bytes()).isEqualTo(64 * MB);
        assertThat(ladder.isSingleInterval()).isFalse();

        ladder = ladder.afterFailure(hour(1));
        assertThat(ladder.budget(ReadBudget.STANDARD).bytes()).isEqualTo(32 * MB);
        assertThat(ladder.isSingleInterval()).isTrue();
        ladder = ladder.afterFailure(hour(2));
        assertThat(ladder.budget(ReadBudget.STANDARD).bytes()).isEqualTo(16 * MB);
        assertThat(ladder.isFailingFixedCost()).isFalse();
        assertThat(ladder.isBackOfLine()).isFalse();

        ladder = ladder.afterFailure(hour(3));
        assertThat(ladder.budget(ReadBudget.STANDARD).bytes()).isEqualTo(16 * MB);
        assertThat(ladder.isFailingFixedCost()).isTrue();
        assertThat(ladder.isBackOfLine()).isTrue();
    }

    @Test
    @Incident(18)
    void givenAFixedCostFailure_whenADayHasPassed_thenItMayBeTriedAndNotBefore() {
        BudgetLadder ladder =
                BudgetLadder.FULL.afterFailure(hour(1)).afterFailure(hour(2)).afterFailure(hour(3));

        assertThat(ladder.mayTry(hour(27).minusMillis(1))).isFalse();
        assertThat(ladder.mayTry(hour(27))).isTrue();
        assertThat(ladder.afterFailure(hour(27)).mayTry(hour(28))).isFalse();
    }

    /** Mutations seen to break it: a passing failure that counts like one of the read's own; one that does not count for the line. */
    @Test
    @Incident(18)
    void givenPassingFailures_whenManyFollow_thenBudgetsShrinkAndOthersGoFirstButItIsNeverCalledFixedCost() {
        BudgetLadder ladder = BudgetLadder.FULL.afterPassingFailure(hour(1)).afterPassingFailure(hour(2));
        assertThat(ladder.isBackOfLine()).isFalse();
        for (int hour = 3; hour <= 10; hour++) {
            ladder = ladder.afterPassingFailure(hour(hour));
            assertThat(ladder.isBackOfLine()).isTrue();
        }

        assertThat(ladder).isEqualTo(new BudgetLadder(2, 10, hour(10), "", 0));
        assertThat(ladder.budget(ReadBudget.STANDARD).bytes()).isEqualTo(16 * MB);
        assertThat(ladder.isSingleInterval()).isTrue();
        assertThat(ladder.isFailingFixedCost()).isFalse();
        assertThat(ladder.mayTry(hour(10))).isTrue();
        assertThat(ladder.afterSuccess().isBackOfLine()).isFalse();
    }

    @Test
    void givenFailuresOfTheReadsOwn_whenAPassingOneComesBetween_thenTheirCountStaysAsItWas() {
        BudgetLadder ladder = BudgetLadder.FULL
                .afterFailure(hour(1))
                .afterPassingFailure(hour(2))
                .afterFailure(hour(3));

        assertThat(ladder).isEqualTo(new BudgetLadder(2, 3, hour(3), "", 2));
        assertThat(ladder.afterFailure(hour(4)).isFailingFixedCost()).isTrue();
        assertThat(ladder.afterPassingFailure(hour(4)).isFailingFixedCost()).isFalse();
    }

    @Test
    @Incident(17)
    void givenSuccesses_whenTheyFollow_thenTheBudgetGrowsBackStepByStep() {
        BudgetLadder ladder =
                BudgetLadder.FULL.afterFailure(hour(1)).afterFailure(hour(2)).afterSuccess();
        assertThat(ladder).isEqualTo(new BudgetLadder(1, 0, null));
        assertThat(ladder.mayTry(hour(2))).isTrue();
        assertThat(ladder.afterSuccess()).isEqualTo(BudgetLadder.FULL);
        assertThat(BudgetLadder.FULL.afterSuccess()).isEqualTo(BudgetLadder.FULL);
    }

    @Test
    void givenAMeter_whenTimePasses_thenItCountsFromItsMaking() {
        AtomicLong nanos = new AtomicLong(-5);
        SliceMeter meter = new SliceMeter(new ReadBudget(1000, 3, Duration.ofSeconds(1)), nanos::get, () -> false);
        meter.count(2, 500);
        assertThat(meter.spent()).isEqualTo(Limit.NONE);
        nanos.addAndGet(1_000_000_000);
        assertThat(meter.spent()).isEqualTo(Limit.TIME);
        meter.count(1, 0);
        assertThat(meter.spent()).isEqualTo(Limit.ROWS);
        assertThat(meter.rows()).isEqualTo(3);
        assertThat(meter.bytes()).isEqualTo(500);
    }

    @Test
    void givenADeadline_whenItHasCome_thenThatIsTheLimit() {
        assertThat(new SliceMeter(ReadBudget.STANDARD, () -> 0, () -> true).spent())
                .isEqualTo(Limit.DEADLINE);
    }

    @Test
    void givenAnEmptyBudget_whenMade_thenItIsRefused() {
        assertThatThrownBy(() -> new ReadBudget(0, 1, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive");
        assertThat(new ReadBudget(1, 1, Duration.ofSeconds(1)).halved(2).rows()).isEqualTo(1);
    }

    @Test
    void givenFailuresOfDifferentCauses_whenTheyMount_thenOnlyThoseAlikeAreFixedCost() {
        BudgetLadder mixed = BudgetLadder.FULL
                .afterFailure(hour(1), "a")
                .afterFailure(hour(2), "b")
                .afterFailure(hour(3), "a");

        assertThat(mixed.isBackOfLine()).isTrue();
        assertThat(mixed.isFailingFixedCost()).isFalse();
        assertThat(mixed.afterFailure(hour(4), "a").afterFailure(hour(5), "a").isFailingFixedCost())
                .isTrue();
    }
}
