package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two intervals that an epoch has inherited: of the first the source has rows of a plan that it was held without, of which
 * nothing says that its number means the same, and a higher count of another one, though it was verified before these came; the
 * second is held whole.
 */
class UnmergeableRowsTest {
    /** What is held of the first interval, and what can be held of it. Confined to one thread. */
    private static final class Rig implements AutoCloseable {
        private final ForkedRig forked;
        private final long partly;
        private final long whole;
        private final long missing;
        private final Map<StatsKey, Long> mergeable;
        private final SeriesRecord next;

        Rig(Kind kind) {
            forked = new ForkedRig(kind);
            partly = forked.settledBehind(0);
            whole = forked.settledBehind(partly);
            List<StatsRow> rows = new ArrayList<>(forked.read(partly));
            missing = rows.getFirst().key().planId();
            rows.removeIf(row -> row.key().planId() == missing);
            mergeable = ForkedRig.amounts(rows);
            rows.add(ForkedRig.less(rows.removeLast()));
            forked.hold(partly, rows);
            forked.hold(whole, forked.read(whole));
            next = forked.fork(whole);
        }

        /** The plans of the first interval, as the source has them. */
        Map<Long, PlanIdentity> plans() {
            Set<Long> plans = new HashSet<>(Set.of(missing));
            mergeable.keySet().forEach(key -> plans.add(key.planId()));
            return forked.identities(plans);
        }

        void assertLacking() {
            assertThat(forked.stored(partly)).isEqualTo(mergeable);
            for (SeriesKey series : List.of(forked.old, next.key())) {
                LedgerEntry entry = forked.entry(series, partly);
                assertThat(entry.flags()).doesNotContain(Flag.VERIFIED);
                assertThat(entry.verifiedAt()).isEqualTo(forked.now());
                assertThat(forked.entry(series, whole).flags()).containsExactly(Flag.VERIFIED);
            }
            assertThat(forked.census(next).isDue())
                    .as("it is not read again by the hour")
                    .isFalse();
        }

        @Override
        public void close() {
            forked.close();
        }
    }

    /** Mutations seen to break it: the rows that can be merged are judged alone; it stays as verified as it was. */
    @ParameterizedTest
    @EnumSource
    void givenRowsThatCannotBeMerged_whenTheCensusCounts_thenTheRestIsMergedAndItIsCountedButNotCalledVerified(
            Kind kind) {
        try (Rig rig = new Rig(kind)) {
            rig.forked.count(rig.next);

            rig.assertLacking();
        }
    }

    /** Mutations seen to break it: the rows that can be merged are judged alone; it stays as verified as it was. */
    @ParameterizedTest
    @EnumSource
    void givenRowsThatCannotBeMerged_whenVerified_thenTheRestIsMergedAndItDiffers(Kind kind) {
        try (Rig rig = new Rig(kind)) {
            assertThat(rig.forked.verify(rig.next))
                    .containsExactlyInAnyOrder(VerifyWork.Finding.DIFFERS, VerifyWork.Finding.AGREES);

            rig.assertLacking();
        }
    }

    /**
     * A number that was given again: the epoch that has the rows knows another plan by it, and what both know of newer plans does
     * not help. Mutation seen to break it: a plan that both know by different identities counts as the same.
     */
    @ParameterizedTest
    @EnumSource
    void givenRowsOfAPlanWhoseNumberMeansAnotherWhereTheIntervalIsHeld_whenCounted_thenTheyAreNotMerged(Kind kind) {
        try (Rig rig = new Rig(kind)) {
            Map<Long, PlanIdentity> plans = rig.plans();
            PlanIdentity reused = plans.get(rig.missing);
            rig.forked.fixture.store.identify(rig.next.key(), List.copyOf(plans.values()));
            plans.put(rig.missing, compiledLater(reused));
            rig.forked.fixture.store.identify(rig.forked.old, List.copyOf(plans.values()));

            rig.forked.count(rig.next);

            rig.assertLacking();
            assertThat(rig.forked.verify(rig.next))
                    .containsExactlyInAnyOrder(VerifyWork.Finding.DIFFERS, VerifyWork.Finding.AGREES);
            rig.assertLacking();
        }
    }

    /**
     * A row of another replica group was merged before the image was restored, and its plan's number has been given again since:
     * it is in the interval, and means another plan all the same. Mutation seen to break it: whatever plan the interval has is
     * merged.
     */
    @ParameterizedTest
    @EnumSource
    void givenAPlanOfTheIntervalWhoseNumberMeansAnotherNow_whenCounted_thenItsRowStaysAsItIs(Kind kind) {
        try (Rig rig = new Rig(kind)) {
            Map<StatsKey, Long> before = rig.forked.stored(rig.partly);
            long changed = before.keySet().stream()
                    .filter(key -> !before.get(key).equals(rig.mergeable.get(key)))
                    .findFirst()
                    .orElseThrow()
                    .planId();
            PlanIdentity now = rig.plans().get(changed);
            rig.forked.fixture.store.identify(rig.forked.old, List.of(compiledLater(now)));

            rig.forked.count(rig.next);

            assertThat(rig.forked.stored(rig.partly)).isEqualTo(before);
            assertThat(rig.forked.entry(rig.next.key(), rig.partly).flags()).doesNotContain(Flag.VERIFIED);
        }
    }

    private static PlanIdentity compiledLater(PlanIdentity p) {
        return new PlanIdentity(
                p.planId(),
                p.queryId(),
                p.queryTextId(),
                p.contextSettingsId(),
                p.objectId(),
                p.queryHash(),
                p.planHash(),
                p.initialCompileTicks() + 1,
                p.isForced());
    }
}
