package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * When measured cost overturns what columns say. Mutations seen to break it: two readings are enough; a reading that agrees
 * leaves the count; rows explain nothing; an unknown size teaches; another version keeps the belief.
 */
class LayoutBeliefTest {
    @ParameterizedTest
    @CsvSource({
        // 1,000 MB are 128,000 pages, of which a fiftieth is 2,560
        "BY_INTERVAL, 200, 3361, 1000, BY_PLAN",
        "BY_INTERVAL, 200, 3360, 1000, BY_INTERVAL",
        "BY_INTERVAL, 100000, 9000, 1000, BY_INTERVAL",
        "BY_INTERVAL, 0, 1000, 10, BY_INTERVAL",
        "BY_INTERVAL, 0, 1001, 10, BY_PLAN",
        "BY_INTERVAL, 0, 1000000, 0, BY_INTERVAL",
        "BY_PLAN, 200, 300, 1000, BY_INTERVAL",
        "BY_PLAN, 200, 301, 1000, BY_PLAN",
        "BY_PLAN, 200, 300, 100, BY_INTERVAL",
        "BY_PLAN, 200, 300, 99, BY_PLAN",
        "BY_PLAN, 200, 0, 1000, BY_PLAN",
    })
    void givenWhatSingleIntervalsCost_whenReadThreeTimes_thenItIsBelievedOnlyThen(
            Layout columns, long rows, long pages, long storeMb, Layout expected) {
        LayoutBelief twice =
                LayoutBelief.of(columns).afterInterval(rows, pages, storeMb).afterInterval(rows, pages, storeMb);

        assertThat(twice.layout()).isEqualTo(columns);
        assertThat(twice.afterInterval(rows, pages, storeMb).layout()).isEqualTo(expected);
    }

    @Test
    void givenReadingsThatContradictEachOther_whenNoThreeRunningAgree_thenTheColumnsAreBelieved() {
        LayoutBelief belief = LayoutBelief.of(Layout.BY_INTERVAL);
        for (int i = 0; i < 10; i++) {
            belief = belief.afterInterval(10, 50_000, 1000)
                    .afterInterval(10, 50_000, 1000)
                    .afterInterval(10, 20, 1000);
        }

        assertThat(belief).isEqualTo(LayoutBelief.of(Layout.BY_INTERVAL));
    }

    @Test
    void givenAnOverturnedBelief_whenTheTablesAreBuiltAnew_thenThreeCheapReadingsBringItBack() {
        LayoutBelief belief = LayoutBelief.of(Layout.BY_INTERVAL);
        for (int i = 0; i < 3; i++) {
            belief = belief.afterInterval(10, 50_000, 1000);
        }
        assertThat(belief.layout()).isEqualTo(Layout.BY_PLAN);

        for (int i = 0; i < 3; i++) {
            belief = belief.afterInterval(10, 20, 1000);
        }
        assertThat(belief.layout()).isEqualTo(Layout.BY_INTERVAL);
    }

    @Test
    void givenABelief_whenTheServerHasAnotherVersion_thenItsColumnsAreBelieved() {
        LayoutBelief learned = new LayoutBelief(Layout.BY_PLAN, Layout.BY_INTERVAL, 2);

        assertThat(learned.assuming(Layout.BY_PLAN)).isSameAs(learned);
        assertThat(learned.assuming(Layout.BY_INTERVAL)).isEqualTo(LayoutBelief.of(Layout.BY_INTERVAL));
    }
}
