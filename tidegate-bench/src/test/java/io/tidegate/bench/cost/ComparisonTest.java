package io.tidegate.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.instance.VersionProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Half an hour of a small database by both ways: counts and ratios of work, no time. Every figure is the server's, and the
 * same in each run, but for the history: while that is stored behind its reading, a check of witnesses more or less is read.
 *
 * <p>Mutation that breaks it: a store that does not keep the plans it is given, so that they are asked for again.
 */
class ComparisonTest {
    private static final CostPlan PLAN = new CostPlan(40, 5, 1, 30, 7);

    @Test
    void givenTheSameStretch_whenReadBothWays_thenTheObviousOneCostsManyTimesAsMuchForANewRow() throws Exception {
        Comparison compared = Comparison.of(VersionProfile.V16, PLAN);

        Stretch ours = compared.collector();
        Stretch obvious = compared.obvious();
        assertThat(ours.newRows()).isGreaterThan(100);
        assertThat((double) obvious.newRows() / ours.newRows()).isBetween(0.9, 1.1);
        assertThat(perRow(obvious.sum().cpuMicros(), obvious))
                .isGreaterThan(10 * perRow(ours.sum().cpuMicros(), ours));
        assertThat(perRow(obvious.sum().reads(), obvious))
                .isGreaterThan(4 * perRow(ours.sum().reads(), ours));
        assertThat(perRow(obvious.sum().bytes(), obvious))
                .isGreaterThan(10 * perRow(ours.sum().bytes(), ours));

        assertThat(ours.plans().rows())
                .as("each new plan once")
                .isEqualTo(compared.newPlans())
                .isPositive();
        assertThat(ours.secondHalf()).as("nothing new comes").doesNotContainKeys(Stretch.PLANS, Stretch.TEXTS);
        assertThat(compared.timesOnce()).isBetween(0.9, 1.1);
        assertThat(ours.peeks().statements()).isPositive();
        assertThat(ours.lost()).isZero();
        assertThat(obvious.lost()).isPositive();
    }

    @Test
    void givenOneSeed_whenReadTwice_thenEachFigureIsTheSame() throws Exception {
        Comparison first = Comparison.of(VersionProfile.V13, PLAN);

        Comparison second = Comparison.of(VersionProfile.V13, PLAN);

        assertThat(second.collector()).isEqualTo(first.collector());
        assertThat(second.obvious()).isEqualTo(first.obvious());
        assertThat(second.withoutSurcharge()).isEqualTo(first.withoutSurcharge());
        assertThat(second.once()).isEqualTo(first.once());
    }

    @Test
    @Tag("proof")
    void givenADay_whenCollected_thenSettledIntervalsTextsAndPlansAreReadAboutOnce() throws Exception {
        Comparison compared = Comparison.of(VersionProfile.V16, new CostPlan(60, 15, 24, 24 * 60, 7));

        assertThat(compared.timesOnce()).isBetween(0.9, 1.1);
        assertThat(compared.collector().plans().rows()).isEqualTo(compared.newPlans());
        assertThat(compared.collector().lost()).isZero();
    }

    private static double perRow(long figure, Stretch way) {
        return (double) figure / way.newRows();
    }
}
