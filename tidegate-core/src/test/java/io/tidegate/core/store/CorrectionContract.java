package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.entry;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.visibleExecutions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Later reads of held intervals. */
interface CorrectionContract extends OpenedStore {
    @Test
    @Incident(25)
    default void givenAHeldInterval_whenCorrected_thenHigherCountsAndNewKeysComeAndNothingGoes() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20), row(1, 6, 3), row(1, 7, 1));

        CommitResult result = collector()
                .correct(
                        0,
                        series,
                        Kind.RUNTIME,
                        1,
                        0,
                        List.of(row(1, 5, 2), row(1, 6, 30), row(1, 8, 4), row(1, -9, 7)));

        assertThat(result).isEqualTo(new CommitResult.Committed(1));
        LedgerEntry entry = entry(collector(), series, 1);
        assertThat(entry.revision()).isEqualTo(1);
        assertThat(entry.figures().rows()).isEqualTo(4);
        assertThat(entry.figures().executions()).isEqualTo(20 + 30 + 1 + 4);
        assertThat(entry.figures().cpuMicros()).isEqualTo(10 * (5 * 20 + 6 * 30 + 7 + 8 * 4));
        assertThat(entry.figures().checksum())
                .isEqualTo(RuntimeRow.checksumOf(5, 20, 0)
                        + RuntimeRow.checksumOf(6, 30, 0)
                        + RuntimeRow.checksumOf(7, 1, 0)
                        + RuntimeRow.checksumOf(8, 4, 0));
        assertThat(visibleExecutions(reader())).isEqualTo(55);
        assertThat(reader().storedIntervals(series).getFirst().distinctKeys()).isEqualTo(4);
    }

    @Test
    @Incident(32)
    default void givenAWrongRevision_whenCorrected_thenItIsFencedAndNothingChanges() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20));
        collector().correct(0, series, Kind.RUNTIME, 1, 0, List.of(row(1, 5, 21)));

        assertThat(collector().correct(0, series, Kind.RUNTIME, 1, 0, List.of(row(1, 5, 99))))
                .isEqualTo(new CommitResult.Fenced(1));

        assertThat(visibleExecutions(reader())).isEqualTo(21);
        assertThat(collector().correct(0, series, Kind.RUNTIME, 1, 1, List.of(row(1, 5, 22))))
                .isEqualTo(new CommitResult.Committed(2));
    }

    @Test
    default void givenAnIntervalThatIsNotHeld_whenCorrected_thenItIsFenced() {
        SeriesKey series = listed(collector(), 1);

        assertThat(collector().correct(0, series, Kind.RUNTIME, 1, 0, List.of(row(1, 5, 2))))
                .isInstanceOf(CommitResult.Fenced.class);
        assertThat(collector().correct(0, series, Kind.RUNTIME, 77, 0, List.of(row(77, 5, 2))))
                .isInstanceOf(CommitResult.Fenced.class);
        assertThat(visibleExecutions(reader())).isZero();
    }

    @Test
    default void givenHeldRows_whenCountedAnew_thenTheFiguresAreThoseThatWereRecorded() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 5, 20), row(1, 6, 3));
        held(collector(), series, 2, row(2, 5, 7));
        LedgerEntry second = entry(collector(), series, 2);

        Map<Long, IntervalFigures> all = collector()
                .storedFigures(
                        series, Kind.RUNTIME, Instant.EPOCH, second.interval().end());
        Map<Long, IntervalFigures> first = collector()
                .storedFigures(
                        series, Kind.RUNTIME, Instant.EPOCH, second.interval().start());

        assertThat(all).containsOnlyKeys(1L, 2L).containsEntry(2L, second.figures());
        assertThat(first).isEqualTo(Map.of(1L, entry(collector(), series, 1).figures()));
    }

    @Test
    default void givenTheRowsThatWereHeld_whenRestored_thenTheyTakeThePlaceOfWhatIsStored() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20), row(1, 6, 3));
        IntervalFigures recorded = entry(collector(), series, 1).figures();

        assertThat(collector().restore(series, Kind.RUNTIME, 1, 0, List.of(row(1, 5, 20), row(1, 6, 3))))
                .isEqualTo(new CommitResult.Committed(1));

        assertThat(visibleExecutions(reader())).isEqualTo(23);
        assertThat(reader().storedIntervals(series).getFirst().distinctKeys()).isEqualTo(2);
        assertThat(entry(collector(), series, 1).figures()).isEqualTo(recorded);
    }

    @Test
    default void givenOtherRowsThanWereHeld_whenRestored_thenFencedAndNothingChanges() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20), row(1, 6, 3));

        assertThat(collector().restore(series, Kind.RUNTIME, 1, 0, List.of(row(1, 5, 20))))
                .isEqualTo(new CommitResult.Fenced(0));
        assertThat(collector().restore(series, Kind.RUNTIME, 1, 7, List.of(row(1, 5, 20), row(1, 6, 3))))
                .isEqualTo(new CommitResult.Fenced(0));

        assertThat(visibleExecutions(reader())).isEqualTo(23);
    }

    @Test
    @Incident(104)
    default void givenAnEmptyCorrection_whenMade_thenAllRowsStay() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 5, 20));

        assertThat(collector().correct(0, series, Kind.RUNTIME, 1, 0, List.of()))
                .isInstanceOf(CommitResult.Committed.class);

        assertThat(visibleExecutions(reader())).isEqualTo(20);
    }
}
