package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.PendingExpiry;
import io.tidegate.core.ledger.TimeCoverage;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * How the time of an answer is covered. Mutations seen to break it: runs of the newest epoch alone; runs that go on over a hole;
 * superseded intervals that are left out.
 */
interface CoverageContract extends OpenedStore {
    @Test
    @Incident(105)
    default void givenASourceMetTenHoursAgo_whenThirtyDaysAreAsked_thenEachHourHasItsWordAndNoneIsLeftOut() {
        SeriesKey series = listed(collector(), 91, 92, 93, 94, 95, 96, 100);
        for (long id = 91; id <= 95; id++) {
            held(collector(), series, id, row(id, 4, 1));
        }
        collector().flag(series, Kind.RUNTIME, 92, Flag.VERIFIED, NOW);
        int server = collector().registerServer("sim-1");
        collector().recordStretch(new Stretch(server, "", Stretch.Word.UNREACHABLE, hour(96), hour(99), "no route"));

        DatabaseTime time = time(Duration.ofDays(30));

        assertThat(time.from()).isEqualTo(NOW.minus(Duration.ofDays(30)));
        assertThat(time.to()).isEqualTo(NOW);
        assertThat(time.time().words())
                .isEqualTo(Map.of(
                        CoverageWord.HELD, Duration.ofHours(5),
                        CoverageWord.PENDING, Duration.ofHours(1),
                        CoverageWord.UNREACHABLE, Duration.ofHours(3),
                        CoverageWord.UNSETTLED, Duration.ofHours(1),
                        CoverageWord.EXPIRED_EXTENT_UNKNOWN, Duration.ofHours(30 * 24 - 10)));
        assertThat(time.time().flags()).isEqualTo(Map.of(Flag.VERIFIED, Duration.ofHours(1)));
        assertThat(time.pending()).isEqualTo(new PendingExpiry(hour(96).plus(Duration.ofDays(30)), false));
        assertThat(time(Duration.ofHours(2)).time().words())
                .as("of its own range alone")
                .isEqualTo(Map.of(
                        CoverageWord.UNREACHABLE, Duration.ofHours(1), CoverageWord.UNSETTLED, Duration.ofHours(1)));
    }

    @Test
    @Incident(105)
    default void givenAServerThatIsGoneSinceTheLastProbe_whenCovered_thenThatTimeIsToldToo() {
        listed(collector(), 100);
        int server = collector().registerServer("sim-1");
        collector().recordStretch(new Stretch(server, "", Stretch.Word.UNREACHABLE, NOW, hour(103), "no route"));

        DatabaseTime time = time(Duration.ofHours(1));

        assertThat(time.to()).isEqualTo(hour(103));
        assertThat(time.time().words())
                .isEqualTo(Map.of(
                        CoverageWord.UNSETTLED, Duration.ofHours(1), CoverageWord.UNREACHABLE, Duration.ofHours(3)));
    }

    @Test
    @Incident(114)
    default void givenAClear_whenCovered_thenWhatWasHeldBeforeIsHeldAndTheRestIsGoneWithItsReason() {
        SeriesKey old = listed(collector(), 1, 2, 3, 4);
        held(collector(), old, 1, row(1, 4, 1));
        held(collector(), old, 2, row(2, 4, 1));
        collector().peek(peek(old, 4, 1, true, row(4, 4, 1)));
        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, hour(5), NOW).key();
        list(collector(), next, 6);
        held(collector(), next, 6, row(6, 4, 1));

        DatabaseTime time = time(Duration.ofHours(100));

        assertThat(time.series()).isEqualTo(next);
        assertThat(time.time().words())
                .isEqualTo(Map.of(
                        CoverageWord.HELD, Duration.ofHours(4),
                        CoverageWord.EXPIRED, Duration.ofHours(1),
                        CoverageWord.UNOBSERVED, Duration.ofHours(95)));
        assertThat(time.time().flags()).isEqualTo(Map.of(Flag.LOST_AT_SOURCE, Duration.ofHours(1)));
        assertThat(time.reasons())
                .containsEntry(CoverageWord.HELD, "some from a last peek (" + LedgerEntry.GONE_WITH_EPOCH + ")")
                .containsEntry(CoverageWord.EXPIRED, LedgerEntry.GONE_WITH_EPOCH);
        assertThat(visibleExecutions(reader())).as("what was peeked counts").isEqualTo(4);
    }

    @Test
    @Incident(23)
    default void givenARestore_whenCovered_thenWhatItLeftBehindIsSupersededAndWhatItSharesIsHeldOnce() {
        SeriesKey old = listed(collector(), 1, 2, 3, 4);
        for (long id = 1; id <= 4; id++) {
            held(collector(), old, id, row(id, 4, 1));
        }
        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(2), hour(2)), hour(4), NOW)
                .key();
        list(collector(), next, 3);
        held(collector(), next, 3, row(3, 4, 1));

        assertThat(time(Duration.ofHours(100)).time().words())
                .isEqualTo(Map.of(
                        CoverageWord.HELD, Duration.ofHours(3),
                        CoverageWord.SUPERSEDED, Duration.ofHours(1),
                        CoverageWord.UNOBSERVED, Duration.ofHours(96)));
    }

    @Test
    default void givenAPeekedIntervalThatVanishes_whenRead_thenItIsHeldFromThatPeekUntilItIsListedAgain() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        collector().peek(peek(series, 2, 1, true, row(2, 4, 7)));
        collector().observe(new Observation(series, NOW, List.of(), false, 3, options()));

        Coverage coverage = new Coverage(IntervalClock.of(options()), NOW);
        assertThat(reader().ledger(series).stream().map(coverage::word))
                .containsExactly(CoverageWord.EXPIRED, CoverageWord.HELD, CoverageWord.PENDING);
        assertThat(reader().ledger(series).get(1).flags()).contains(Flag.LOST_AT_SOURCE);
        assertThat(visibleExecutions(reader())).isEqualTo(7);

        collector().observe(new Observation(series, NOW, StoreFixture.intervals(1, 2, 3), true, 1, options()));
        assertThat(reader().ledger(series))
                .allSatisfy(entry -> assertThat(entry.flags()).isEmpty())
                .allSatisfy(entry -> assertThat(entry.state()).isEqualTo(State.LISTED));
    }

    @Test
    default void givenEntriesOfEachKind_whenRunsAreRead_thenTheyCoverTimeAsTheEntriesDoAndNeighboursAreOne() {
        SeriesKey old = listed(collector(), 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12);
        SeriesKey other =
                collector().openSeries(old.home(), "Other", 6, hour(1), NOW).key();
        collector()
                .observe(new Observation(
                        other,
                        NOW,
                        StoreFixture.intervals(1, 2),
                        true,
                        1,
                        options(),
                        Set.of(Kind.RUNTIME, Kind.WAITS)));
        for (long id : new long[] {1, 2, 3, 4, 6, 7}) {
            held(collector(), old, id, row(id, 4, 1));
        }
        collector().flag(old, Kind.RUNTIME, 3, Flag.VERIFIED, NOW);
        collector().peek(peek(old, 11, 1, true, row(11, 4, 1)));
        collector().observe(new Observation(old, NOW, List.of(), false, 10, options()));
        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(2), hour(6)), hour(12), NOW)
                .key();
        list(collector(), next, 3, 4, 13, 14);

        List<LedgerRun> known = reader().knownTime(List.of(next), List.of()).runs();
        List<LedgerRun> runtime =
                known.stream().filter(run -> run.entry().kind() == Kind.RUNTIME).toList();
        List<LedgerEntry> runs = runtime.stream().map(LedgerRun::entry).toList();

        List<LedgerEntry> entries = new ArrayList<>(reader().ledger(old));
        entries.addAll(reader().ledger(next));
        Coverage coverage = new Coverage(IntervalClock.of(options()), NOW);
        assertThat(coverage.span(hour(0).minusSeconds(60), NOW, runs, List.of()))
                .isEqualTo(coverage.span(hour(0).minusSeconds(60), NOW, entries, List.of()));
        assertThat(runs)
                .filteredOn(run -> run.state() == State.HELD)
                .extracting(run -> run.interval().start(), run -> run.interval().end())
                .as(
                        "1 and 2; 3, which is verified; 4; 6, behind a hole; 7, which is superseded; 11, from its last peek")
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(hour(0), hour(2)),
                        org.assertj.core.groups.Tuple.tuple(hour(2), hour(3)),
                        org.assertj.core.groups.Tuple.tuple(hour(3), hour(4)),
                        org.assertj.core.groups.Tuple.tuple(hour(5), hour(6)),
                        org.assertj.core.groups.Tuple.tuple(hour(6), hour(7)),
                        org.assertj.core.groups.Tuple.tuple(hour(10), hour(11)));
        assertThat(runtime.stream().mapToLong(LedgerRun::intervals).sum())
                .as("each interval is in one run")
                .isEqualTo(entries.size());
        assertThat(runtime)
                .filteredOn(run -> run.entry().state() == State.HELD && run.intervals() == 2)
                .as("1 and 2")
                .singleElement()
                .satisfies(run -> assertThat(run.entry().interval().id()).isEqualTo(1));
        assertThat(reader().knownTime(List.of(old), List.of()).runs())
                .as("whatever the epoch")
                .isEqualTo(known);
        assertThat(reader().knownTime(List.of(old, other), List.of()).runs())
                .as("of several lineages")
                .containsAll(known)
                .filteredOn(run -> run.series().equals(other))
                .extracting(
                        run -> run.entry().kind(), run -> run.entry().interval().id(), LedgerRun::intervals)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(Kind.RUNTIME, 1L, 1L),
                        org.assertj.core.groups.Tuple.tuple(Kind.RUNTIME, 2L, 1L),
                        org.assertj.core.groups.Tuple.tuple(Kind.WAITS, 1L, 1L),
                        org.assertj.core.groups.Tuple.tuple(Kind.WAITS, 2L, 1L));
    }

    @Test
    default void
            givenADatabaseOfWhichNothingWasEverListed_whenRecordedToBeOff_thenItIsToldAndAnotherServersCopyIsNot() {
        listed(collector(), 100);
        int server = collector().registerServer("sim-1");
        collector()
                .recordStretches(List.of(
                        new Stretch(server, "Legacy", Stretch.Word.OFF, hour(97), NOW, "never on"),
                        new Stretch(server, "Replica", Stretch.Word.EXCLUDED, hour(97), NOW, "collected from sim-2")));

        List<DatabaseTime> times = TimeCoverage.forgetful(reader()).of(null, null, (oldest, now) -> oldest);

        assertThat(times).extracting(DatabaseTime::database).containsExactly("Legacy", "Sales");
        assertThat(times.getFirst().series()).isNull();
        assertThat(times.getFirst().time().words()).isEqualTo(Map.of(CoverageWord.OFF, Duration.ofHours(3)));
        assertThat(TimeCoverage.forgetful(reader()).of("sim-1", "Sales", (oldest, now) -> oldest))
                .hasSize(1);
        assertThat(TimeCoverage.forgetful(reader()).of("sim-2", null, (oldest, now) -> oldest))
                .isEmpty();
    }

    /** Mutation meant to break it: the newest epoch is looked for among those of the server that is asked for. */
    @Test
    default void givenAnEpochThatEndedBeforeAFailover_whenTheOldServerIsAsked_thenTheDatabaseIsCoveredWhereItIsNow() {
        int east = collector().registerServer("east");
        SeriesKey old = collector()
                .openSeries(east, "Sales", 5, "5E0D0A6B-0000-4000-8000-00000000A001", hour(10), NOW)
                .key();
        list(collector(), old, 1, 2);
        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, hour(5), NOW).key();
        collector()
                .openSeries(
                        collector().registerServer("west"),
                        "Sales",
                        7,
                        "5E0D0A6B-0000-4000-8000-00000000A001",
                        hour(10),
                        NOW);

        TimeCoverage coverage = TimeCoverage.forgetful(reader());
        assertThat(coverage.of("east", null, (oldest, now) -> oldest)).isEmpty();
        assertThat(coverage.of("west", null, (oldest, now) -> oldest))
                .singleElement()
                .satisfies(time -> assertThat(time.series()).isEqualTo(next));
    }

    /** Mutations seen to break it: what a later epoch inherits counts twice; all rows are recent; the begin itself is not. */
    @Test
    default void givenHeldAndInheritedIntervals_whenRowsAreCounted_thenEachCountsOnceAndRecentOnesApart() {
        assertThat(reader().heldRows(hour(0))).isEqualTo(new HeldRows(0, 0, null));
        SeriesKey old = listed(collector(), 1, 2, 3, 4);
        held(collector(), old, 2, row(2, 4, 1));
        held(collector(), old, 3, row(3, 4, 1), row(3, 5, 1));
        SeriesKey next = collector()
                .fork(old, new ForkPoint(hour(0), hour(4), null), hour(5), NOW)
                .key();
        list(collector(), next, 2, 3, 4);

        assertThat(reader().heldRows(hour(2))).isEqualTo(new HeldRows(3, 2, hour(1)));
        assertThat(reader().heldRows(hour(3))).isEqualTo(new HeldRows(3, 0, hour(1)));
    }

    private DatabaseTime time(Duration last) {
        return Objects.requireNonNull(TimeCoverage.forgetful(reader())
                .of("sim-1", "Sales", (oldest, now) -> now.minus(last))
                .getFirst());
    }
}
