package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts, plans, witnesses. In the fixture plans 2n and 2n+1 are of query 100+n with text 1100+n. */
interface ContentContract extends OpenedStore {
    private SeriesKey withPlans(long... plans) {
        SeriesKey series = listed(collector(), 1);
        held(
                collector(),
                series,
                1,
                java.util.stream.LongStream.of(plans)
                        .mapToObj(p -> row(1, p, 1))
                        .toArray(io.tidegate.core.model.RuntimeRow[]::new));
        return series;
    }

    @Test
    default void givenNoPlans_whenAskedForSentinels_thenThereAreNone() {
        assertThat(collector().sentinels(listed(collector(), 1), 3, 3)).isEmpty();
    }

    @Test
    default void givenPlans_whenAskedForSentinels_thenNewestAndOldestComeDistinctAndAscending() {
        SeriesKey series = withPlans(2, 3, 4, 5, 6);

        assertThat(collector().sentinels(series, 2, 1)).containsExactly(sentinel(2), sentinel(5), sentinel(6));
        assertThat(collector().sentinels(series, 4, 4))
                .containsExactly(sentinel(2), sentinel(3), sentinel(4), sentinel(5), sentinel(6));
    }

    private static Sentinel sentinel(long planId) {
        return new Sentinel(
                planId, identity(planId).planHash(), identity(planId).initialCompileTicks());
    }

    @Test
    default void givenAKnownIdentity_whenStagedAgainDifferently_thenTheFirstOneStays() {
        SeriesKey series = withPlans(4);
        StoreFixture.list(collector(), series, 2);
        BandKey key = StoreFixture.band(series, 2, 2);
        var other = new io.tidegate.core.model.PlanIdentity(4, 1, 2, 3, 4, 5, 6, 7, true);

        collector()
                .stage(new StageBatch(
                        0, new Band(key, Band.Phase.ROWS, null, 1, 0, 0, false, 0, 0), List.of(), List.of(other)));

        assertThat(collector().sentinels(series, 5, 5)).containsExactly(sentinel(4));
    }

    @Test
    default void givenIdentities_whenAskedForMissingTexts_thenNewestFirstAndWithinTheLimit() {
        SeriesKey series = withPlans(2, 4, 5, 6);

        assertThat(collector().missingTexts(series, 10)).containsExactly(1103L, 1102L, 1101L);
        assertThat(collector().missingTexts(series, 2)).containsExactly(1103L, 1102L);
    }

    @Test
    default void givenStoredTexts_whenAskedAgain_thenTheyAreNotMissingAndAbsentOnesNeither() {
        SeriesKey series = withPlans(2, 4, 6);

        collector().storeTexts(series, List.of(new QueryText(1103, "select 3"), new QueryText(1102, null)));
        collector().storeTexts(series, List.of(new QueryText(1103, "select 3")));

        assertThat(collector().missingTexts(series, 10)).containsExactly(1101L);
    }

    @Test
    default void givenStoredTexts_whenReadingTop_thenTheyAreShown() {
        SeriesKey series = withPlans(2);

        collector().storeTexts(series, List.of(new QueryText(1101, "select Ωμέγα, '😀'")));

        assertThat(StoreFixture.top(reader(), Metric.CPU_TIME).rows().getFirst().text())
                .isEqualTo("select Ωμέγα, '😀'");
    }

    @Test
    @Incident(77)
    default void givenIdentities_whenAskedForMissingPlans_thenNewestFirstAndWithinTheLimit() {
        SeriesKey series = withPlans(2, 4, 5);

        assertThat(collector().missingPlans(series, 10, false)).containsExactly(5L, 4L, 2L);
        assertThat(collector().missingPlans(series, 1, false)).containsExactly(5L);
        assertThat(collector().missingPlans(series, 10, true)).isEmpty();
    }

    @Test
    @Incident({7, 80})
    default void givenPlansOverTheCapOrAbsent_whenAskedAgain_thenOnlyTheFormerComeAndOnlyWhenAskedFor() {
        SeriesKey series = withPlans(2, 4, 5, 6);

        collector()
                .storePlans(
                        series,
                        List.of(
                                new PlanXml(6, 1, "<ShowPlanXML/>", 28),
                                new PlanXml(5, 2, null, 5_000_000),
                                new PlanXml(4, 3, null, 0)));

        assertThat(collector().missingPlans(series, 10, false)).containsExactly(2L);
        assertThat(collector().missingPlans(series, 10, true)).containsExactly(5L);

        collector().storePlans(series, List.of(new PlanXml(5, 2, "<ShowPlanXML big='1'/>", 5_000_000)));
        assertThat(collector().missingPlans(series, 10, true)).isEmpty();
        assertThat(collector().missingPlans(series, 10, false)).containsExactly(2L);
    }

    @Test
    default void givenAPlanTooLargeToFetch_whenAskedForThoseOverTheCap_thenItIsNotAmongThem() {
        SeriesKey series = withPlans(2, 4, 5);

        collector()
                .storePlans(
                        series,
                        List.of(
                                new PlanXml(2, 1, null, PlanXml.LARGEST_BYTES),
                                new PlanXml(4, 2, null, PlanXml.LARGEST_BYTES + 1),
                                new PlanXml(5, 3, null, 1L << 40)));

        assertThat(collector().missingPlans(series, 1, true)).containsExactly(2L);
        assertThat(collector().missingPlans(series, 10, true)).containsExactly(2L);
        assertThat(collector().missingPlans(series, 10, false)).isEmpty();
    }

    @Test
    default void givenAPlanOverTheCap_whenItIsGoneOrLargerBeforeItIsFetched_thenItIsNotAskedForAgain() {
        SeriesKey series = withPlans(2, 4);
        collector().storePlans(series, List.of(new PlanXml(2, 1, null, 5_000_000), new PlanXml(4, 2, null, 5_000_000)));

        collector().storePlans(series, List.of(PlanXml.gone(2), new PlanXml(4, 2, null, PlanXml.LARGEST_BYTES + 2)));

        assertThat(collector().missingPlans(series, 10, true)).isEmpty();
        assertThat(collector().missingPlans(series, 10, false)).isEmpty();
    }

    @Test
    @Incident(76)
    default void givenAStoredPlan_whenStoredAgainWithoutXml_thenTheXmlIsNotLost() {
        SeriesKey series = withPlans(2);
        collector().storePlans(series, List.of(new PlanXml(2, 1, "<ShowPlanXML/>", 28)));

        collector().storePlans(series, List.of(new PlanXml(2, 1, null, 28)));

        assertThat(collector().missingPlans(series, 10, true)).isEmpty();
        assertThat(collector().missingPlans(series, 10, false)).isEmpty();
    }

    @Test
    @Incident(23)
    default void givenTheSameIdsInAnotherSeries_whenStored_thenEachSeriesHasItsOwn() {
        SeriesKey one = withPlans(2);
        SeriesKey two = StoreFixture.series(collector(), "sim-2", "Sales");
        StoreFixture.list(collector(), two, 1);
        held(collector(), two, 1, row(1, 2, 1));

        collector().storeTexts(one, List.of(new QueryText(1101, "select 1")));
        collector().storePlans(one, List.of(new PlanXml(2, 1, "<ShowPlanXML/>", 28)));

        assertThat(collector().missingTexts(two, 10)).containsExactly(1101L);
        assertThat(collector().missingPlans(two, 10, false)).containsExactly(2L);
    }
}
