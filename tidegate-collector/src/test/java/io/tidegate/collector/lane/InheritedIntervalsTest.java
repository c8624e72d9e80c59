package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.status.Verifier;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Intervals that an epoch has inherited are counted again, and mended, where their rows are. Mutations seen to break it: a
 * census of held intervals alone; a verification of these alone; a flag for the epoch that lists them alone; a correction
 * under the epoch that lists them.
 */
class InheritedIntervalsTest {
    @Test
    void givenInheritedIntervals_whenTheCensusCounts_thenTheyAreVerifiedHereAndWhereTheyAreHeld() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            SeriesKey old = restored(rig);
            assertThat(inherited(rig)).anyMatch(entry -> entry.verifiedAt() == null);

            census(rig);

            assertThat(inherited(rig))
                    .isNotEmpty()
                    .allMatch(
                            entry -> entry.verifiedAt() != null && entry.flags().contains(Flag.VERIFIED));
            Map<Long, LedgerEntry> held = rig.held(old);
            assertThat(inherited(rig)).allSatisfy(entry -> {
                LedgerEntry there = held.get(entry.interval().id());
                assertThat(there.flags()).contains(Flag.VERIFIED).doesNotContain(Flag.SUPERSEDED);
                assertThat(there.verifiedAt()).isNotNull();
            });
            rig.assertEachInstantCountsOnce("after the census");
        }
    }

    @Test
    void givenInheritedIntervals_whenTheSourceHasLostRowsOfThem_thenTheyAreThinnedAndNothingIsLowered() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            SeriesKey old = restored(rig);
            Map<Long, IntervalFigures> before = figures(rig, old);
            LedgerEntry uncounted = inherited(rig).stream()
                    .filter(entry -> entry.verifiedAt() == null)
                    .findFirst()
                    .orElseThrow();
            long plan = rig.fixture
                    .store
                    .storedAmounts(old, Kind.RUNTIME, uncounted.interval().id())
                    .keySet()
                    .iterator()
                    .next()
                    .planId();
            rig.fixture.queryStore().procedures().call("sp_query_store_remove_plan", 5, List.of(plan));

            census(rig);

            assertThat(figures(rig, old)).isEqualTo(before);
            List<LedgerEntry> thinned = inherited(rig).stream()
                    .filter(entry -> entry.flags().contains(Flag.THINNED))
                    .toList();
            assertThat(thinned).isNotEmpty();
            assertThat(thinned)
                    .allSatisfy(entry -> assertThat(
                                    rig.held(old).get(entry.interval().id()).flags())
                            .contains(Flag.THINNED));
        }
    }

    /** Rows of a readable secondary come late, also into intervals that were held before the restore. */
    @Test
    void givenRowsThatComeLateIntoInheritedIntervals_whenCounted_thenTheyAreMergedWhereTheIntervalIsHeld() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            rig.fixture.queryStore().addReplicaGroup(2, 2, "SECONDARY", Duration.ofMinutes(25));
            SeriesKey old = restored(rig);
            Map<Long, IntervalFigures> before = figures(rig, old);
            rig.minutes(100);

            census(rig);

            Map<Long, IntervalFigures> after = figures(rig, old);
            List<Long> grown = after.keySet().stream()
                    .filter(id -> after.get(id).executions() > before.get(id).executions())
                    .toList();
            assertThat(grown).isNotEmpty();
            assertThat(rig.inherited()).containsAll(grown);
            Map<Long, Long> books = rig.settled().stream()
                    .collect(Collectors.toMap(IntervalBook::intervalId, IntervalBook::executions, (a, b) -> b));
            assertThat(grown)
                    .allSatisfy(id -> assertThat(after.get(id).executions()).isLessThanOrEqualTo(books.get(id)));
        }
    }

    /**
     * Rows of a readable secondary that came after we had read their intervals and before the image was made, of plans that did
     * not run in these intervals for us. Mutation seen to break it: only rows of plans that the interval has are merged.
     */
    @Test
    void givenRowsThatCameBeforeTheImageAndAfterOurReading_whenCounted_thenAllAreMergedWhereTheIntervalIsHeld() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST.withWorkloads("oltp"))) {
            rig.fixture.queryStore().addReplicaGroup(2, 2, "SECONDARY", Duration.ofMinutes(4));
            SeriesKey old = restored(rig);
            Map<Long, Set<StatsKey>> before = new HashMap<>();
            rig.inherited().forEach(id -> before.put(id, stored(rig, old, id).keySet()));
            rig.minutes(100);

            census(rig);
            census(rig);

            List<IntervalBook> books = rig.settled().stream()
                    .filter(book -> rig.inherited().contains(book.intervalId()))
                    .toList();
            assertThat(books)
                    .isNotEmpty()
                    .allSatisfy(book ->
                            assertThat(stored(rig, old, book.intervalId())).isEqualTo(rig.runtimeBooks(book)));
            assertThat(books)
                    .as("late rows of plans that the interval was held without")
                    .anyMatch(book -> stored(rig, old, book.intervalId()).keySet().stream()
                            .anyMatch(key -> before.get(book.intervalId()).stream()
                                    .noneMatch(held -> held.planId() == key.planId())));
            VerifyFindings findings = new VerifyFindings();
            rig.lane.verify(new Verifier.Scope(null, null, null, Duration.ZERO), findings);
            assertThat(findings.rows())
                    .allSatisfy(row -> assertThat(row.differ()).isZero());
        }
    }

    private static Map<StatsKey, Long> stored(EpochRig rig, SeriesKey series, long id) {
        return rig.fixture.store.storedAmounts(series, Kind.RUNTIME, id);
    }

    @Test
    void givenInheritedIntervals_whenVerifiedOnDemand_thenTheyAreComparedAndNoneIsCalledGone() {
        try (EpochRig rig = new EpochRig(FleetSpec.TEST)) {
            restored(rig);
            VerifyFindings findings = new VerifyFindings();

            assertThat(rig.lane
                            .verify(new Verifier.Scope(null, null, null, Duration.ZERO), findings)
                            .series())
                    .containsExactly(rig.series());

            Verifier.Row runtime = findings.rows().stream()
                    .filter(row -> row.kind().equals("runtime"))
                    .findFirst()
                    .orElseThrow();
            long stored = rig.fixture.store.reader().ledger(rig.series()).stream()
                    .filter(entry -> entry.state().isStored())
                    .count();
            assertThat(runtime.held())
                    .isEqualTo(stored)
                    .isGreaterThan(rig.held(rig.series()).size());
            assertThat(runtime.agree()).isEqualTo(stored);
            assertThat(runtime.goneAtSource() + runtime.differ() + runtime.unverified())
                    .isZero();
            assertThat(inherited(rig)).allMatch(entry -> entry.flags().contains(Flag.VERIFIED));
        }
    }

    /** The old epoch, some of whose intervals the new one has inherited. */
    private static SeriesKey restored(EpochRig rig) {
        rig.minutes(30);
        SeriesKey old = rig.series();
        rig.restoreOnFork(5);
        rig.unwatched(1);
        rig.tick();
        assertThat(rig.series().epoch()).isEqualTo(2);
        rig.unwatched(1);
        rig.tick();
        return old;
    }

    private static void census(EpochRig rig) {
        rig.unwatched(60); // it is due by the source's hour
        rig.tick();
        for (int i = 0; i < 6; i++) {
            rig.lane.backfill();
        }
    }

    private static List<LedgerEntry> inherited(EpochRig rig) {
        return rig.fixture.store.reader().ledger(rig.series(), Kind.RUNTIME).stream()
                .filter(entry -> entry.state() == State.INHERITED)
                .toList();
    }

    private static Map<Long, IntervalFigures> figures(EpochRig rig, SeriesKey series) {
        return rig.held(series).values().stream()
                .collect(Collectors.toMap(entry -> entry.interval().id(), LedgerEntry::figures));
    }
}
