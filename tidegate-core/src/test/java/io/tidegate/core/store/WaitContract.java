package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.identity;
import static io.tidegate.core.store.StoreFixture.intervals;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.revision;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Wait stats: a kind of their own beside runtime stats, from the list to expiry. */
interface WaitContract extends OpenedStore {
    /** A row of category 3 whose average is over ten executions. */
    private static WaitRow wait(long intervalId, long planId, long total) {
        return wait(new WaitKey(intervalId, 1, planId, 3, 0), total);
    }

    private static WaitRow wait(WaitKey key, long total) {
        return new WaitRow(key, total, total / 10.0, 4, 1, total, Double.NaN);
    }

    /** A series whose source keeps both kinds. */
    private SeriesKey both(long... ids) {
        SeriesKey series = series(collector());
        observe(series, false, Long.MIN_VALUE, ids);
        return series;
    }

    private void observe(SeriesKey series, boolean whole, long lowest, long... ids) {
        collector()
                .observe(new Observation(
                        series, NOW, intervals(ids), whole, lowest, options(), EnumSet.allOf(Kind.class)));
    }

    private static BandKey band(SeriesKey series, long first, long last) {
        return new BandKey(series, Kind.WAITS, first, last);
    }

    private static StageBatch batch(BandKey key, long expected, WaitRow... rows) {
        WaitKey cursor = rows.length == 0 ? null : rows[rows.length - 1].key();
        Band band = new Band(key, Band.Phase.ROWS, cursor, 1, expected, rows.length, false, 0, 9);
        return new StageBatch(0, band, List.of(rows), List.of());
    }

    private long stage(BandKey key, long expected, WaitRow... rows) {
        return revision(collector().stage(batch(key, expected, rows)));
    }

    private void hold(BandKey key, WaitRow... rows) {
        BandCompletion end = new BandCompletion(0, key, stage(key, 0, rows), NOW, Set.of(), Set.of());
        assertThat(collector().hold(end)).isInstanceOf(CommitResult.Committed.class);
    }

    private LedgerEntry entry(SeriesKey series, long id) {
        return collector().entries(series, Kind.WAITS, Instant.EPOCH, hour(1_000)).stream()
                .filter(e -> e.interval().id() == id)
                .findFirst()
                .orElseThrow();
    }

    @Test
    default void givenASourceWithoutWaits_whenListed_thenNoneAreAndOnceItHasThemTheyAre() {
        SeriesKey series = series(collector());
        list(collector(), series, 1, 2);
        assertThat(collector().unheld(series, Kind.WAITS)).isEmpty();
        assertThat(reader().ledger(series, Kind.WAITS)).isEmpty();

        observe(series, true, 1, 1, 2, 3);

        assertThat(collector().unheld(series, Kind.WAITS))
                .extracting(e -> e.interval().id())
                .containsExactly(1L, 2L, 3L);
        assertThat(collector().unheld(series, Kind.WAITS))
                .extracting(LedgerEntry::kind)
                .containsOnly(Kind.WAITS);
        assertThat(collector().unheld(series, Kind.RUNTIME)).hasSize(3);
        assertThat(collector().listSummary(series).count()).isEqualTo(3);
    }

    @Test
    default void givenIntervalsOfBothKinds_whenTheyVanishAndComeBack_thenBothDo() {
        SeriesKey series = both(1, 2, 3);
        hold(band(series, 1, 1), wait(1, 5, 40));

        observe(series, false, 3, 3);
        assertThat(entry(series, 1).state()).isEqualTo(State.HELD);
        assertThat(entry(series, 1).goneAt()).isEqualTo(NOW);
        assertThat(entry(series, 2).state()).isEqualTo(State.GONE);

        observe(series, true, 1, 1, 2, 3);
        assertThat(entry(series, 1).goneAt()).isNull();
        assertThat(entry(series, 2).state()).isEqualTo(State.LISTED);
    }

    @Test
    default void givenWaits_whenHeld_thenTheirFiguresAreThereAndRuntimeStaysAsItWas() {
        SeriesKey series = both(1, 2);
        BandKey key = band(series, 1, 2);
        long first = stage(key, 0, wait(1, 5, 40), wait(new WaitKey(1, 1, 5, 6, 3), 7));
        assertThat(reader().storedIntervals(series, Kind.WAITS)).isEmpty();
        long second = stage(key, first, wait(new WaitKey(1, 2, 5, 3, 0), 100));

        collector().hold(new BandCompletion(0, key, second, NOW, Set.of(), Set.of()));

        long checksum = 5L * 40 * (3 + 1) + 5L * 7 * (3 * 32 + 6 + 1) + 5L * 100 * (3 + 1);
        assertThat(entry(series, 1).figures()).isEqualTo(new IntervalFigures(3, 0, 0, 0, checksum, 147));
        assertThat(entry(series, 2).figures()).isEqualTo(IntervalFigures.NONE);
        assertThat(collector().unheld(series, Kind.WAITS)).isEmpty();
        assertThat(collector().unheld(series, Kind.RUNTIME)).hasSize(2);
        assertThat(collector().band(key)).isEmpty();
        StoredInterval stored = reader().storedIntervals(series, Kind.WAITS).getFirst();
        assertThat(stored).isEqualTo(new StoredInterval(1, hour(0), 3, 3, 0, 147));
        assertThat(reader().storedIntervals(series).stream().mapToLong(StoredInterval::rows))
                .allMatch(rows -> rows == 0);
    }

    @Test
    default void givenBandsOfBothKindsOverOneInterval_whenOneIsDropped_thenTheOtherStaysWithItsCursor() {
        SeriesKey series = both(1);
        BandKey waits = band(series, 1, 1);
        BandKey runtime = StoreFixture.band(series, 1, 1);
        WaitRow last = wait(new WaitKey(1, 2, 6, 14, 4), 3);
        long first = stage(waits, 0, wait(1, 5, 40), last);
        long other = revision(StoreFixture.stage(collector(), runtime, 0, row(1, 7, 2)));

        Band stored = collector().band(waits).orElseThrow();
        assertThat(stored.cursor()).isEqualTo(last.key());
        assertThat(stored.checksum()).isEqualTo(9);
        assertThat(collector().bands(series, Kind.WAITS)).containsExactly(stored);
        assertThat(collector().unidentifiedPlans(waits)).containsExactly(5L, 6L);
        assertThat(collector().stage(batch(waits, 7))).isEqualTo(new CommitResult.Fenced(first));

        assertThat(collector().dropBand(waits, first)).isInstanceOf(CommitResult.Committed.class);
        assertThat(collector().bands(series, Kind.WAITS)).isEmpty();
        assertThat(StoreFixture.hold(collector(), runtime, other)).isInstanceOf(CommitResult.Committed.class);
        assertThat(visibleExecutions(reader())).isEqualTo(2);
        hold(waits, wait(1, 5, 1));
        assertThat(entry(series, 1).figures().waitMillis()).isEqualTo(1);
    }

    @Test
    default void givenBandsOfBothKinds_whenHeldTogether_thenEachHasItsOwnResultInOrder() {
        SeriesKey series = both(1, 2);
        hold(band(series, 2, 2), wait(2, 5, 1));
        StageBatch runtime = new StageBatch(
                0,
                Rows.band(StoreFixture.band(series, 1, 1), Band.Phase.IDENTITIES, null, 0, 1),
                List.of(row(1, 5, 2)),
                List.of(identity(5)));
        List<WholeBand> bands = List.of(
                whole(batch(band(series, 1, 1), 0, wait(1, 5, 40), wait(1, 6, 2)), Set.of(6L)),
                whole(batch(band(series, 2, 2), 0, wait(2, 5, 1)), Set.of()),
                whole(runtime, Set.of()));

        assertThat(collector().holdWhole(bands))
                .containsExactly(
                        new CommitResult.Committed(0), new CommitResult.Fenced(0), new CommitResult.Committed(0));

        assertThat(entry(series, 1).figures().waitMillis()).isEqualTo(42);
        assertThat(entry(series, 1).flags()).containsExactly(Flag.IDENTITY_LOST);
        assertThat(StoreFixture.entry(collector(), series, 1).flags()).isEmpty();
        assertThat(visibleExecutions(reader())).isEqualTo(2);
        assertThat(reader().storedIntervals(series, Kind.WAITS))
                .extracting(StoredInterval::rows)
                .containsExactly(2L, 1L);
    }

    private static WholeBand whole(StageBatch batch, Set<Long> lost) {
        return new WholeBand(batch, NOW, Set.of(), lost);
    }

    @Test
    default void givenAPeekAndNegativeIds_whenWaitsAreHeld_thenThePeekStaysAndTheIdsAreDropped() {
        SeriesKey series = both(1);
        collector().peek(peek(series, 1, 1, true, row(1, 5, 20)));

        hold(band(series, 1, 1), wait(1, -5, 40), wait(1, 6, 2));

        assertThat(collector().lastPeekNumber(series, 1)).isEqualTo(1);
        assertThat(visibleExecutions(reader())).isEqualTo(20);
        assertThat(entry(series, 1).figures().waitMillis()).isEqualTo(2);
        assertThat(entry(series, 1).flags()).containsExactly(Flag.IDENTITY_LOST);
    }

    @Test
    default void givenHeldWaits_whenCorrected_thenLongerWaitsAndNewKeysComeAndNothingGoes() {
        SeriesKey series = both(1);
        hold(band(series, 1, 1), wait(1, 5, 40), wait(1, 6, 7), wait(1, 7, 3));
        WaitKey other = new WaitKey(1, 1, 5, 4, 0);

        CommitResult result = collector()
                .correct(
                        0,
                        series,
                        Kind.WAITS,
                        1,
                        0,
                        List.of(wait(1, 5, 41), wait(1, 6, 6), wait(other, 100), wait(1, -1, 9)));

        assertThat(result).isEqualTo(new CommitResult.Committed(1));
        assertThat(entry(series, 1).revision()).isEqualTo(1);
        assertThat(entry(series, 1).figures().waitMillis()).isEqualTo(41 + 7 + 3 + 100);
        assertThat(entry(series, 1).figures().rows()).isEqualTo(4);
        assertThat(collector().correct(0, series, Kind.WAITS, 1, 0, List.of(wait(1, 5, 99))))
                .isEqualTo(new CommitResult.Fenced(1));
        assertThat(collector().correct(0, series, Kind.RUNTIME, 1, 0, List.of(row(1, 5, 9))))
                .isInstanceOf(CommitResult.Fenced.class);
        assertThat(reader().storedIntervals(series, Kind.WAITS).getFirst().distinctKeys())
                .isEqualTo(4);
    }

    @Test
    default void givenTornReadsAndFlags_whenNoted_thenTheyAreOfTheKindAlone() {
        SeriesKey series = both(1);

        assertThat(collector().noteTorn(series, Kind.WAITS, 1, 77, NOW)).isEqualTo(1);
        hold(band(series, 1, 1), wait(1, 5, 40));
        collector().flag(series, Kind.WAITS, 1, Flag.VERIFIED, NOW);

        assertThat(entry(series, 1).tornChecksum()).isEqualTo(77);
        assertThat(entry(series, 1).verifiedAt()).isEqualTo(NOW);
        assertThat(StoreFixture.entry(collector(), series, 1).tornReads()).isZero();
        assertThat(StoreFixture.entry(collector(), series, 1).verifiedAt()).isNull();
    }

    @Test
    default void givenAForkAndThenRetention_whenMade_thenBothKindsGo() {
        SeriesKey series = both(1, 2, 3);
        hold(band(series, 1, 1), wait(1, 5, 40));
        StoreFixture.held(collector(), series, 1, row(1, 5, 2));
        stage(band(series, 2, 2), 0, wait(2, 5, 4));

        collector().fork(series, ForkPoint.NOTHING_SHARED, NOW, NOW);
        assertThat(collector().bands(series, Kind.WAITS)).isEmpty();
        assertThat(entry(series, 2).goneReason()).isEqualTo(LedgerEntry.GONE_WITH_EPOCH);
        assertThat(reader().storedIntervals(series, Kind.WAITS)).hasSize(1);

        assertThat(collector().expireFacts(hour(50), 10)).isEqualTo(2);
        assertThat(collector().expireFacts(hour(50), 10)).isZero();
        assertThat(entry(series, 1).goneReason()).isEqualTo(LedgerEntry.GONE_BY_RETENTION);
        assertThat(entry(series, 1).figures()).isNull();
        assertThat(reader().storedIntervals(series, Kind.WAITS)).isEmpty();
        assertThat(reader().storedIntervals(series)).isEmpty();
    }
}
