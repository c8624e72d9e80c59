package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.list;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.peek;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.TopAnswer;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.HistoryReader.TopRow;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What readers get. */
interface ReaderContract extends OpenedStore {
    @Test
    default void givenTwoPlansOfAQuery_whenAskedForTop_thenTheyAreOneRowWithTheirSums() {
        SeriesKey series = listed(collector(), 1, 2);
        held(collector(), series, 1, row(1, 4, 2), row(1, 5, 3), row(1, 6, 1));
        held(collector(), series, 2, row(2, 4, 10));

        TopAnswer answer = StoreFixture.top(reader(), Metric.CPU_TIME);

        double total = 10 * (4 * 12 + 5 * 3);
        TopRow first = answer.rows().getFirst();
        assertThat(first.server()).isEqualTo("sim-1");
        assertThat(first.database()).isEqualTo("Sales");
        assertThat(first.queryId()).isEqualTo(102);
        assertThat(first.queryHash()).isEqualTo("0x000000000000AC26");
        assertThat(first.plans()).isEqualTo(2);
        assertThat(first.executions()).isEqualTo(15);
        assertThat(first.total()).isEqualTo(total);
        assertThat(first.average()).isCloseTo(total / 15, within(1e-9));
        assertThat(first.share()).isCloseTo(total / (total + 60), within(1e-9));
        assertThat(first.text()).isNull();
        assertThat(answer.rows()).hasSize(2);
        assertThat(answer.rows().get(1).queryId()).isEqualTo(103);
    }

    /** Mutation meant to break it: plans counted by their ids. */
    @Test
    default void givenOnePlanUnderTwoIds_whenAskedForTop_thenItIsOnePlan() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = StoreFixture.band(series, 1, 1);
        List<RuntimeRow> rows = List.of(row(1, 4, 2), row(1, 5, 3));
        Band band = new Band(key, Band.Phase.ROWS, rows.getLast().key(), 1, 0, rows.size(), false, 0, 0);
        List<PlanIdentity> known = Stream.of(4L, 5L)
                .map(id -> new PlanIdentity(id, 102, 1102, 1, 0, 0xAC26L, 0xDEF0L, 7, false))
                .toList();
        CommitResult staged = collector().stage(new StageBatch(0, band, rows, known));
        StoreFixture.hold(collector(), key, StoreFixture.revision(staged));

        TopAnswer answer = StoreFixture.top(reader(), Metric.CPU_TIME);

        assertThat(answer.rows())
                .singleElement()
                .satisfies(top -> assertThat(top.plans()).isOne());
    }

    @Test
    @Incident(117)
    default void givenALimit_whenAskedForTop_thenSharesAreStillOfTheWhole() {
        SeriesKey series = listed(collector(), 1);
        held(collector(), series, 1, row(1, 4, 1), row(1, 6, 1), row(1, 8, 2));

        TopAnswer answer = reader().top(new TopRequest(Metric.CPU_TIME, Duration.ofDays(365), null, null, 1));

        assertThat(answer.rows()).hasSize(1);
        assertThat(answer.rows().getFirst().share()).isCloseTo(160.0 / 260, within(1e-9));
    }

    @Test
    @Incident({31, 105, 113})
    default void givenASpan_whenAskedForTop_thenItEndsAtTheSourcesClockAndSaysWhatItCovers() {
        SeriesKey series = listed(collector(), 90, 98, 99, 100);
        held(collector(), series, 90, row(90, 4, 1000));
        held(collector(), series, 98, row(98, 4, 1));
        collector().peek(peek(series, 100, 1, true, row(100, 4, 20)));

        TopAnswer answer = reader().top(new TopRequest(Metric.DURATION, Duration.ofHours(3), null, null, 10));

        assertThat(answer.from()).isEqualTo(hour(97));
        assertThat(answer.to()).isEqualTo(NOW);
        assertThat(answer.intervals()).isEqualTo(3);
        assertThat(answer.held()).isEqualTo(1);
        assertThat(answer.peeked()).isEqualTo(1);
        assertThat(answer.rows().getFirst().executions()).isEqualTo(21);
    }

    @Test
    default void givenNothingAsked_whenAskedForTop_thenTheAnswerIsEmptyWithoutSpan() {
        TopAnswer answer = StoreFixture.top(reader(), Metric.CPU_TIME);

        assertThat(answer).isEqualTo(new TopAnswer(java.util.List.of(), null, null, 0, 0, 0));
    }

    @Test
    default void givenServersAndDatabases_whenAskedForOne_thenOnlyItsRowsCome() {
        for (String server : new String[] {"sim-1", "sim-2"}) {
            for (String database : new String[] {"Sales", "Stock"}) {
                SeriesKey series = series(collector(), server, database);
                list(collector(), series, 1);
                held(collector(), series, 1, row(1, 4, 1));
            }
        }

        TopAnswer one = reader().top(new TopRequest(Metric.CPU_TIME, Duration.ofDays(365), "sim-2", "Stock", 10));
        assertThat(one.rows())
                .extracting(TopRow::server, TopRow::database)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("sim-2", "Stock"));
        assertThat(one.intervals()).isEqualTo(1);
        assertThat(StoreFixture.top(reader(), Metric.CPU_TIME).rows()).hasSize(4);
    }

    @Test
    default void givenASupersededInterval_whenAskedForTop_thenItDoesNotCount() {
        SeriesKey old = listed(collector(), 1, 2);
        held(collector(), old, 1, row(1, 4, 1));
        held(collector(), old, 2, row(2, 4, 10));
        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, hour(1), NOW).key();
        collector().flag(old, io.tidegate.core.model.Kind.RUNTIME, 2, LedgerEntry.Flag.SUPERSEDED, NOW);
        list(collector(), next, 2);
        held(collector(), next, 2, row(2, 4, 100));

        TopAnswer answer = StoreFixture.top(reader(), Metric.CPU_TIME);

        assertThat(answer.rows()).hasSize(1);
        assertThat(answer.rows().getFirst().executions()).isEqualTo(101);
        assertThat(answer.held()).isEqualTo(2);
    }

    @Test
    default void givenRowsWithoutIdentity_whenAskedForTop_thenTheyCountUnderNoHash() {
        SeriesKey series = listed(collector(), 1);
        BandKey key = StoreFixture.band(series, 1, 1);
        StoreFixture.hold(
                collector(),
                key,
                StoreFixture.revision(StoreFixture.stage(collector(), 0, key, 0, false, row(1, 4, 3))));

        TopRow row = StoreFixture.top(reader(), Metric.CPU_TIME).rows().getFirst();

        assertThat(row.queryHash()).isEmpty();
        assertThat(row.queryId()).isZero();
        assertThat(row.executions()).isEqualTo(3);
    }

    @Test
    default void givenAnInterval_whenStoredIntervalsAreRead_thenTheyComeByIdFromTheFacts() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        held(collector(), series, 3, row(3, 4, 3));
        held(collector(), series, 1, row(1, 4, 1), row(1, 5, 1));

        assertThat(reader().storedIntervals(series))
                .containsExactly(
                        new HistoryReader.StoredInterval(1, hour(0), 2, 2, 2, 0),
                        new HistoryReader.StoredInterval(3, hour(2), 1, 1, 3, 0));
    }

    @Test
    @Incident(83)
    default void givenASeries_whenObserved_thenItsOptionsAreTheLastOnesSeen() {
        SeriesKey series = series(collector());
        assertThat(reader().options(series)).isEmpty();
        list(collector(), series, 1);
        var later = new io.tidegate.core.model.QueryStoreOptions(1, 65536, 60, 15, 0, 1000, 1000, false);

        collector().observe(new Observation(series, NOW, java.util.List.of(), false, 1, later));

        assertThat(reader().options(series)).contains(later);
    }

    @Test
    default void givenALedger_whenRead_thenItComesByStartWithAllStates() {
        SeriesKey series = listed(collector(), 3);
        list(collector(), series, 1, 2);
        held(collector(), series, 2, row(2, 4, 1));

        assertThat(reader().ledger(series))
                .extracting(e -> e.interval().id(), LedgerEntry::state)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, LedgerEntry.State.LISTED),
                        org.assertj.core.groups.Tuple.tuple(2L, LedgerEntry.State.HELD),
                        org.assertj.core.groups.Tuple.tuple(3L, LedgerEntry.State.LISTED));
    }
}
