package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static io.tidegate.core.store.StoreFixture.top;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.TopRow;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What numbers of plans mean in two epochs. The earlier one knows plans 1, 5 and 9, and has an interval with rows of 5 alone.
 */
interface SharedPlansContract extends OpenedStore {
    private SeriesKey earlier() {
        SeriesKey old = listed(collector(), 1, 2);
        held(collector(), old, 1, row(1, 5, 20));
        collector().identify(old, List.of(identity(1), identity(9)));
        return old;
    }

    private SeriesKey later(SeriesKey old, PlanIdentity... known) {
        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(1), hour(1)), hour(50), NOW)
                .key();
        collector().identify(next, List.of(known));
        return next;
    }

    private void withContent(SeriesKey epoch, PlanIdentity of) {
        collector().storeTexts(epoch, List.of(new QueryText(of.queryTextId(), "select " + of.planId())));
        collector().storePlans(epoch, List.of(new PlanXml(of.planId(), of.planHash(), "<x/>", 8)));
    }

    /** Each field of an identity but whether it is forced, changed. */
    private static Stream<PlanIdentity> others(PlanIdentity p) {
        return Stream.of(
                with(p, 1, 0, 0, 0, 0, 0, 0),
                with(p, 0, 1, 0, 0, 0, 0, 0),
                with(p, 0, 0, 1, 0, 0, 0, 0),
                with(p, 0, 0, 0, 1, 0, 0, 0),
                with(p, 0, 0, 0, 0, 1, 0, 0),
                with(p, 0, 0, 0, 0, 0, 1, 0),
                with(p, 0, 0, 0, 0, 0, 0, 1));
    }

    private static PlanIdentity with(
            PlanIdentity p, int query, int text, int context, int object, int queryHash, int planHash, int compiled) {
        return new PlanIdentity(
                p.planId(),
                p.queryId() + query,
                p.queryTextId() + text,
                p.contextSettingsId() + context,
                p.objectId() + object,
                p.queryHash() + queryHash,
                p.planHash() + planHash,
                p.initialCompileTicks() + compiled,
                true);
    }

    /** Mutation meant to break it: one that is forced in one epoch alone is another plan. */
    @Test
    default void givenPlansThatBothEpochsKnow_whenAsked_thenEqualOnesAreTheSameAndAnyDifferenceMakesThemOthers() {
        SeriesKey old = earlier();
        SeriesKey next = later(old, with(identity(9), 0, 0, 0, 0, 0, 0, 0), with(identity(5), 0, 0, 0, 0, 0, 0, 1));

        SharedPlans shared = collector().sharePlans(next, old, Set.of(5L, 9L));

        assertThat(shared).isEqualTo(new SharedPlans(Set.of(9L), Set.of(5L), Set.of()));
    }

    /**
     * A plan of a lower number than one that both know was made before the epochs parted. Mutations seen to break it: each
     * comparison left out of what makes a plan one that both know; the newest plan of either epoch alone.
     */
    @Test
    default void givenAPlanThatTheEarlierEpochDoesNotKnow_whenNoNewerOneIsShared_thenNothingIsToldOfItNorGiven() {
        SeriesKey old = earlier();
        SeriesKey next = later(old, identity(4));
        withContent(next, identity(4));
        for (PlanIdentity other : others(identity(9)).toList()) {
            next = later(next, other, identity(4), identity(12));
            withContent(next, identity(4));

            SharedPlans shared = collector().sharePlans(next, old, Set.of(4L, 5L, 9L, 12L, 77L, -4L));

            assertThat(shared).as(other.toString()).isEqualTo(new SharedPlans(Set.of(), Set.of(9L), Set.of()));
            assertThat(collector().unidentifiedPlans(old, Set.of(4L, 12L))).containsExactly(4L, 12L);
        }
    }

    /** Mutations meant to break it: the identity, the text or the plan is not given; another plan's is given, too. */
    @Test
    default void givenAPlanOlderThanOneThatBothKnow_whenShared_thenTheEarlierEpochGetsWhatItLacksOfIt() {
        SeriesKey old = earlier();
        SeriesKey next = later(old, identity(4), identity(6), identity(9), identity(12));
        for (long plan : new long[] {4, 6, 9, 12}) {
            withContent(next, identity(plan));
        }
        List<Long> texts = collector().missingTexts(old, 10);

        SharedPlans shared = collector().sharePlans(next, old, Set.of(6L, 5L, 8L, 12L, -4L));

        assertThat(shared).isEqualTo(new SharedPlans(Set.of(6L, 5L), Set.of(), Set.of()));
        assertThat(collector().unidentifiedPlans(old, Set.of(4L, 6L, 8L, 12L))).containsExactly(4L, 8L, 12L);
        assertThat(collector().missingPlans(old, 10, false)).containsExactly(9L, 5L, 1L);
        assertThat(collector().missingTexts(old, 10)).isEqualTo(texts);
        collector().correct(0, old, Kind.RUNTIME, 1, 0, List.of(row(1, 6, 300)));
        assertThat(top(reader(), Metric.CPU_TIME).rows().stream()
                        .filter(row -> row.executions() == 300)
                        .map(TopRow::text))
                .containsExactly("select 6");
        assertThat(collector().sharePlans(next, old, Set.of(6L, 9L)).same()).containsExactlyInAnyOrder(6L, 9L);
        assertThat(collector().missingPlans(old, 10, false)).containsExactly(5L, 1L);
        assertThat(collector().missingTexts(old, 10)).isEqualTo(texts.subList(1, texts.size()));
    }

    /**
     * The earlier epoch has what these numbers name already. Mutations seen to break it: one without text is given; one without
     * plan is given; what another epoch has of them is taken for it.
     */
    @Test
    default void givenAPlanWhoseContentHasNotCome_whenAsked_thenItIsAwaitedAndGivenOnceItHas() {
        SeriesKey old = earlier();
        withContent(old, identity(4));
        SeriesKey next = later(old, identity(4), identity(9));
        SharedPlans awaited = new SharedPlans(Set.of(), Set.of(), Set.of(4L));
        assertThat(collector().sharePlans(next, old, Set.of(4L))).isEqualTo(awaited);
        collector().storeTexts(next, List.of(QueryText.gone(identity(4).queryTextId())));
        assertThat(collector().sharePlans(next, old, Set.of(4L))).isEqualTo(awaited);
        assertThat(collector().unidentifiedPlans(old, Set.of(4L))).containsExactly(4L);

        collector().storePlans(next, List.of(PlanXml.gone(4)));

        assertThat(collector().sharePlans(next, old, Set.of(4L)).same()).containsExactly(4L);
        assertThat(collector().unidentifiedPlans(old, Set.of(4L))).isEmpty();
    }

    @Test
    default void givenAPlanWithItsPlanAndNoText_whenAsked_thenItIsAwaited() {
        SeriesKey old = earlier();
        withContent(old, identity(4));
        SeriesKey next = later(old, identity(4), identity(9));
        collector().storePlans(next, List.of(PlanXml.gone(4)));

        assertThat(collector().sharePlans(next, old, Set.of(4L)).awaited()).containsExactly(4L);
    }

    /** Mutation seen to break it: plans of other databases, or of other epochs of this one, are compared. */
    @Test
    default void givenOtherDatabasesAndEpochs_whenAsked_thenTheyTellNothing() {
        SeriesKey old = earlier();
        SeriesKey middle = later(old, identity(4), identity(9));
        withContent(middle, identity(4));
        SeriesKey next = later(middle, identity(4), identity(12));
        withContent(next, identity(4));
        SeriesKey other = series(collector(), "sim-1", "Other");
        collector().identify(other, List.of(identity(4), identity(9), identity(12)));

        assertThat(collector().sharePlans(next, old, Set.of(4L, 9L)))
                .isEqualTo(new SharedPlans(Set.of(), Set.of(), Set.of()));
        assertThat(collector().unidentifiedPlans(old, Set.of(4L))).containsExactly(4L);
    }
}
