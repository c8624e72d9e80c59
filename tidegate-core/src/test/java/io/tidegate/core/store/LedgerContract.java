package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Torn reads, flags, retention, stretches. */
interface LedgerContract extends OpenedStore {
    private int torn(SeriesKey series, long checksum, Instant at) {
        return collector().noteTorn(series, Kind.RUNTIME, 1, checksum, at);
    }

    @Test
    default void givenAgreeingTornReads_whenAnHourApart_thenTheyCountUp() {
        SeriesKey series = listed(collector(), 1);

        assertThat(torn(series, 99, hour(10))).isEqualTo(1);
        assertThat(torn(series, 99, hour(11))).isEqualTo(2);
        assertThat(torn(series, 99, hour(12))).isEqualTo(3);

        LedgerEntry entry = entry(collector(), series, 1);
        assertThat(entry.tornReads()).isEqualTo(3);
        assertThat(entry.tornChecksum()).isEqualTo(99);
        assertThat(entry.tornAt()).isEqualTo(hour(12));
    }

    @Test
    default void givenAgreeingTornReads_whenLessThanAnHourApart_thenTheSecondMovesNothing() {
        SeriesKey series = listed(collector(), 1);
        torn(series, 99, hour(10));

        assertThat(torn(series, 99, hour(11).minusMillis(1))).isEqualTo(1);

        assertThat(entry(collector(), series, 1).tornAt()).isEqualTo(hour(10));
        assertThat(torn(series, 99, hour(11))).isEqualTo(2);
    }

    @Test
    default void givenTornReads_whenTheChecksumDiffers_thenCountingBeginsAnew() {
        SeriesKey series = listed(collector(), 1);
        torn(series, 99, hour(10));
        torn(series, 99, hour(11));

        assertThat(torn(series, 98, hour(11).plusSeconds(60))).isEqualTo(1);

        assertThat(entry(collector(), series, 1).tornAt()).isEqualTo(hour(11).plusSeconds(60));
        assertThat(torn(series, 98, hour(13))).isEqualTo(2);
    }

    @Test
    default void givenAnInterval_whenFlaggedVerified_thenItSaysSinceWhen() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 7, 3));

        collector().flag(series, Kind.RUNTIME, 1, LedgerEntry.Flag.VERIFIED, hour(90));
        collector().flag(series, Kind.RUNTIME, 1, LedgerEntry.Flag.THINNED, hour(91));

        LedgerEntry entry = entry(collector(), series, 1);
        assertThat(entry.flags()).containsExactlyInAnyOrder(LedgerEntry.Flag.VERIFIED, LedgerEntry.Flag.THINNED);
        assertThat(entry.verifiedAt()).isEqualTo(hour(90));
        assertThat(entry.revision()).isZero();
        assertThat(entry(collector(), series, 2).flags()).isEmpty();
    }

    @Test
    default void givenAnUnknownInterval_whenFlagged_thenNothingHappens() {
        SeriesKey series = listed(collector(), 1);

        collector().flag(series, Kind.RUNTIME, 77, LedgerEntry.Flag.THINNED, NOW);

        assertThat(reader().ledger(series)).hasSize(1);
    }

    @Test
    @Incident(103)
    default void givenOldFacts_whenExpired_thenInBoundedStepsOldestFirst() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4);
        for (long id = 1; id <= 4; id++) {
            held(collector(), series, id, row(id, 7, id));
        }

        assertThat(collector().expireFacts(hour(4), 2)).isEqualTo(2);
        assertThat(reader().storedIntervals(series))
                .extracting(HistoryReader.StoredInterval::intervalId)
                .containsExactly(3L, 4L);
        assertThat(collector().expireFacts(hour(4), 2)).isEqualTo(1);
        assertThat(collector().expireFacts(hour(4), 2)).isZero();
        assertThat(reader().storedIntervals(series))
                .extracting(HistoryReader.StoredInterval::intervalId)
                .containsExactly(4L);
    }

    @Test
    @Incident({21, 104})
    default void givenExpiredFacts_whenReadingTheLedger_thenItStillKnowsThemAndWhyTheyAreGone() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 7, 3));

        collector().expireFacts(hour(2), 10);
        StoreFixture.list(collector(), series, 1, 2);

        LedgerEntry entry = entry(collector(), series, 1);
        assertThat(entry.state()).isEqualTo(LedgerEntry.State.GONE);
        assertThat(entry.goneReason()).isEqualTo(LedgerEntry.GONE_BY_RETENTION);
        assertThat(collector().unheld(series, Kind.RUNTIME))
                .extracting(e -> e.interval().id())
                .containsExactly(2L);
        assertThat(collector().listSummary(series).count())
                .as("the source has both")
                .isEqualTo(2);
    }

    @Test
    default void givenAnOldPeek_whenExpired_thenReadersSeeItNoMore() {
        SeriesKey series = listed(collector(), 1, 2);
        collector().peek(peek(series, 1, 1, true, row(1, 7, 3)));
        held(collector(), series, 2, row(2, 7, 5));

        collector().expireFacts(hour(1).plusMillis(1), 10);

        assertThat(visibleExecutions(reader())).isEqualTo(5);
    }

    @Test
    default void givenStretches_whenOneContinuesTheLast_thenTheyAreJoined() {
        int server = collector().registerServer("sim-1");
        collector().recordStretch(new Stretch(server, "Sales", Stretch.Word.IDLE, hour(1), hour(2), "a"));
        collector().recordStretch(new Stretch(server, "Sales", Stretch.Word.IDLE, hour(2), hour(3), "b"));

        assertThat(reader().stretches(server))
                .containsExactly(new Stretch(server, "Sales", Stretch.Word.IDLE, hour(1), hour(3), "b"));
    }

    @Test
    default void givenStretches_whenWordDatabaseOrTimeDiffer_thenTheyStayApart() {
        int server = collector().registerServer("sim-1");
        Stretch idle = new Stretch(server, "Sales", Stretch.Word.IDLE, hour(1), hour(2), "");
        Stretch off = new Stretch(server, "Sales", Stretch.Word.OFF, hour(2), hour(3), "");
        Stretch later = new Stretch(server, "Sales", Stretch.Word.OFF, hour(4), hour(5), "");
        Stretch whole = new Stretch(server, "", Stretch.Word.OFF, hour(5), hour(6), "");
        for (Stretch stretch : new Stretch[] {idle, off, later, whole}) {
            collector().recordStretch(stretch);
        }

        assertThat(reader().stretches(server)).containsExactly(idle, off, later, whole);
        assertThat(reader().stretches(collector().registerServer("sim-2"))).isEmpty();
    }

    @Test
    default void givenAStretch_whenTheNextBeginsInsideIt_thenTheLaterEndStays() {
        int server = collector().registerServer("sim-1");
        collector().recordStretch(new Stretch(server, "", Stretch.Word.UNREACHABLE, hour(1), hour(5), ""));
        collector().recordStretch(new Stretch(server, "", Stretch.Word.UNREACHABLE, hour(2), hour(3), ""));

        assertThat(reader().stretches(server))
                .containsExactly(new Stretch(server, "", Stretch.Word.UNREACHABLE, hour(1), hour(5), ""));
    }

    @Test
    default void givenStretchesOfSeveralDatabases_whenRecordedAtOnce_thenEachGoesOnOrBegins() {
        int server = collector().registerServer("sim-1");
        collector().recordStretch(new Stretch(server, "Old", Stretch.Word.BUDGET, hour(1), hour(2), "a"));
        collector().recordStretch(new Stretch(server, "Other", Stretch.Word.OFF, hour(1), hour(2), "a"));

        collector()
                .recordStretches(List.of(
                        new Stretch(server, "Old", Stretch.Word.BUDGET, hour(2), hour(3), "b"),
                        new Stretch(server, "Other", Stretch.Word.BUDGET, hour(2), hour(3), "b"),
                        new Stretch(server, "New", Stretch.Word.BUDGET, hour(2), hour(3), "b"),
                        new Stretch(server, "New", Stretch.Word.BUDGET, hour(3), hour(4), "c")));
        collector().recordStretches(List.of());

        assertThat(reader().stretches(server))
                .containsExactlyInAnyOrder(
                        new Stretch(server, "Old", Stretch.Word.BUDGET, hour(1), hour(3), "b"),
                        new Stretch(server, "Other", Stretch.Word.OFF, hour(1), hour(2), "a"),
                        new Stretch(server, "Other", Stretch.Word.BUDGET, hour(2), hour(3), "b"),
                        new Stretch(server, "New", Stretch.Word.BUDGET, hour(2), hour(4), "c"));
    }

    @Test
    default void givenSeveralDatabases_whenObservedAtOnce_thenEachHasItsOwnClockAndOptions() {
        SeriesKey one = listed(collector(), 1);
        int server = collector().registerServer("sim-1");
        SeriesKey two = collector()
                .openSeries(server, "Second", 77, "", hour(1), hour(1))
                .key();
        QueryStoreOptions small = new QueryStoreOptions(2, 0, 60, 900, 30, 1, 10, true);
        QueryStoreOptions large = new QueryStoreOptions(1, 4, 15, 60, 7, 99, 100, false);

        collector()
                .observeAll(List.of(
                        new Observation(one, hour(150), List.of(), false, Long.MIN_VALUE, small),
                        new Observation(two, hour(160), List.of(), false, Long.MIN_VALUE, large)));
        collector().observeAll(List.of());

        assertThat(reader().options(one)).contains(small);
        assertThat(reader().options(two)).contains(large);
        assertThat(reader().allSeries().stream().map(SeriesRecord::sourceNow))
                .containsExactlyInAnyOrder(hour(150), hour(160));
    }
}
