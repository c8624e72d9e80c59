package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An interval that an epoch has inherited, of which the source has rows of a plan that it was held without: they came after we
 * had read it and before the image was made.
 */
class MergeableRowsTest {
    /** The interval, and its plans as the source has them. Confined to one thread. */
    private static final class Rig implements AutoCloseable {
        private final ForkedRig forked;
        private final long interval;
        private final List<StatsRow> rows;
        private final long late;
        private final Map<Long, PlanIdentity> plans;
        private final SeriesRecord next;

        Rig(Kind kind) {
            forked = new ForkedRig(kind);
            interval = forked.settledBehind(0);
            rows = forked.read(interval);
            plans = forked.identities(ForkedRig.plans(rows));
            late = plans.keySet().stream().min(Long::compare).orElseThrow();
            List<StatsRow> held = new ArrayList<>(rows);
            held.removeIf(row -> row.key().planId() == late);
            forked.hold(interval, held);
            next = forked.fork(interval);
        }

        /** The identities of the plans that the interval was held with. */
        List<PlanIdentity> others() {
            return plans.values().stream().filter(plan -> plan.planId() != late).toList();
        }

        boolean isMerged() {
            return forked.stored(interval).equals(ForkedRig.amounts(rows));
        }

        void assertVerified() {
            assertThat(isMerged()).isTrue();
            for (SeriesKey series : List.of(forked.old, next.key())) {
                LedgerEntry entry = forked.entry(series, interval);
                assertThat(entry.flags()).containsExactly(Flag.VERIFIED);
                assertThat(entry.verifiedAt()).isEqualTo(forked.now());
            }
        }

        @Override
        public void close() {
            forked.close();
        }
    }

    /** Mutation seen to break it: rows of plans that the interval has not are never merged. */
    @ParameterizedTest
    @EnumSource
    void givenALateRowOfAPlanThatBothEpochsKnow_whenCounted_thenItIsMergedAndVerified(Kind kind) {
        try (Rig rig = new Rig(kind)) {
            rig.forked.fixture.store.identify(rig.forked.old, List.of(rig.plans.get(rig.late)));

            rig.forked.count(rig.next);

            rig.assertVerified();
        }
    }

    @ParameterizedTest
    @EnumSource
    void givenALateRowOfAPlanThatBothEpochsKnow_whenVerified_thenItIsRepaired(Kind kind) {
        try (Rig rig = new Rig(kind)) {
            rig.forked.fixture.store.identify(rig.forked.old, List.of(rig.plans.get(rig.late)));

            assertThat(rig.forked.verify(rig.next)).containsExactly(VerifyWork.Finding.REPAIRED);

            rig.assertVerified();
        }
    }

    /**
     * The source is asked what the plan is, its text and plan are fetched, and then the row is merged with all that names it.
     * Mutations seen to break it: the source is not asked; it is asked for the epoch that has the rows; what waits for a text is
     * noted as counted; what is merged later is not merged then.
     */
    @ParameterizedTest
    @EnumSource
    void givenALateRowOfAPlanThatNeitherEpochKnows_whenItsContentHasCome_thenItIsMergedWithItsIdentity(Kind kind) {
        try (Rig rig = new Rig(kind)) {
            var store = rig.forked.fixture.store;
            store.identify(rig.forked.old, rig.others());
            store.identify(rig.next.key(), rig.others());

            rig.forked.count(rig.next);

            assertThat(rig.isMerged()).isFalse();
            assertThat(store.unidentifiedPlans(rig.forked.old, Set.of(rig.late)))
                    .containsExactly(rig.late);
            assertThat(store.missingPlans(rig.next.key(), 1_000, false)).contains(rig.late);
            assertThat(rig.forked.entry(rig.next.key(), rig.interval).verifiedAt())
                    .isBefore(rig.forked.now());
            assertThat(rig.forked.census(rig.next).isDue())
                    .as("the next census comes back to it")
                    .isTrue();
            assertThat(rig.forked.verify(rig.next)).containsExactly(VerifyWork.Finding.DIFFERS);
            assertThat(rig.forked.census(rig.next).isDue()).isTrue();

            store.storeTexts(
                    rig.next.key(),
                    List.of(new QueryText(rig.plans.get(rig.late).queryTextId(), "select 'late'")));
            store.storePlans(rig.next.key(), List.of(PlanXml.gone(rig.late)));
            rig.forked.count(rig.next);

            rig.assertVerified();
            assertThat(store.unidentifiedPlans(rig.forked.old, Set.of(rig.late)))
                    .isEmpty();
            assertThat(store.missingTexts(rig.forked.old, 1_000))
                    .doesNotContain(rig.plans.get(rig.late).queryTextId());
        }
    }
}
