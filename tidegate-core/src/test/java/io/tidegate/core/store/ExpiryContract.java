package io.tidegate.core.store;

import static io.tidegate.core.schema.StateTable.QUERY_HINT;
import static io.tidegate.core.store.StateFixture.hint;
import static io.tidegate.core.store.StateFixture.whole;
import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.band;
import static io.tidegate.core.store.StoreFixture.held;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.listed;
import static io.tidegate.core.store.StoreFixture.options;
import static io.tidegate.core.store.StoreFixture.row;
import static io.tidegate.core.store.StoreFixture.series;
import static io.tidegate.core.store.StoreFixture.stage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.state.StateVersion;
import io.tidegate.core.store.Expiry.What;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is old is deleted, step by step, and nothing else. Leases: {@link LeaseLogContract}. */
interface ExpiryContract extends OpenedStore {
    private int expire(What what, Instant now, long hours, int most) {
        return collector().expire(new Expiry(what, now, Duration.ofHours(hours), most));
    }

    /** The source lists these and no others, at an hour by its clock. */
    private void listOnly(SeriesKey series, long hour, long... ids) {
        List<io.tidegate.core.model.RuntimeStatsInterval> all =
                LongStream.of(ids).mapToObj(StoreFixture::interval).toList();
        collector()
                .observe(new Observation(
                        series, hour(hour), all, true, ids.length == 0 ? Long.MIN_VALUE : ids[0], options()));
    }

    private List<Long> known(SeriesKey series) {
        return reader().ledger(series).stream().map(e -> e.interval().id()).toList();
    }

    private SeriesKey heldThree() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        for (long id = 1; id <= 3; id++) {
            held(collector(), series, id, row(id, 7, id));
        }
        return series;
    }

    /** Mutation seen to break it: facts are old by our clock alone. */
    @Test
    @Incident({98, 103})
    default void givenOurClockAYearAhead_whenFactsExpire_thenTheSourcesOwnClockKeepsThem() {
        SeriesKey series = heldThree();

        assertThat(expire(What.FACTS, NOW.plus(Duration.ofDays(365)), 99, 10)).isZero();
        listOnly(series, 102, 1, 2, 3);
        assertThat(expire(What.FACTS, NOW.plus(Duration.ofDays(365)), 99, 10)).isEqualTo(2);
        assertThat(reader().storedIntervals(series))
                .extracting(HistoryReader.StoredInterval::intervalId)
                .containsExactly(3L);
    }

    /** Mutation seen to break it: facts are old by the source's clock alone. */
    @Test
    default void givenASourcesClockAYearAhead_whenFactsExpire_thenOurClockKeepsThem() {
        SeriesKey series = heldThree();
        listOnly(series, 10_000, 1, 2, 3);

        assertThat(expire(What.FACTS, NOW, 99, 10)).isZero();
        assertThat(expire(What.FACTS, hour(102), 99, 10)).isEqualTo(2);
    }

    /** Mutation seen to break it: an epoch goes by its own clock, which stands still since it ended. */
    @Test
    default void givenAnEpochThatHasEnded_whenItsDatabasesClockGoesOn_thenItsFactsGrowOldAndItsLedgerIsForgotten() {
        SeriesKey old = heldThree();
        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, NOW, NOW).key();
        assertThat(expire(What.FACTS, hour(600), 200, 10)).isZero();

        listOnly(next, 600, 101);

        assertThat(expire(What.FACTS, hour(600), 200, 10)).isEqualTo(3);
        assertThat(expire(What.LEDGER, hour(600), 200, 10))
                .as("no source lists them")
                .isEqualTo(2);
        assertThat(known(old)).as("the highest one stays").containsExactly(3L);
        assertThat(known(next)).containsExactly(101L);
    }

    /** Mutations seen to break it: what the source still lists goes, too; the highest goes; what is held goes. */
    @Test
    @Incident({21, 104})
    default void givenExpiredIntervals_whenTheSourceHasThemNoMore_thenTheLedgerForgetsThemButTheHighest() {
        SeriesKey series = listed(collector(), 1, 2, 3, 4, 5);
        for (long id = 1; id <= 5; id++) {
            held(collector(), series, id, row(id, 7, id));
        }
        expire(What.FACTS, hour(110), 106, 10);
        listOnly(series, 110, 3, 4, 5);
        expire(What.FACTS, hour(110), 106, 10);
        ListSummary before = collector().listSummary(series);

        assertThat(expire(What.LEDGER, hour(110), 106, 1)).isOne();
        assertThat(expire(What.LEDGER, hour(110), 106, 1)).isOne();
        assertThat(expire(What.LEDGER, hour(110), 106, 1)).isZero();

        assertThat(known(series)).as("3 is listed still").containsExactly(3L, 4L, 5L);
        assertThat(collector().listSummary(series)).isEqualTo(before);
        listOnly(series, 111);
        expire(What.FACTS, hour(500), 1, 10);
        listOnly(series, 500);
        expire(What.FACTS, hour(500), 1, 10);
        expire(What.LEDGER, hour(500), 1, 10);
        assertThat(known(series)).as("an idle source's list goes on from here").containsExactly(5L);
    }

    /** Mutation seen to break it: the ledger forgets what a band spans. */
    @Test
    default void givenABandUnderWay_whenItsIntervalsVanishAndGrowOld_thenTheLedgerKeepsThemForIt() {
        SeriesKey series = listed(collector(), 1, 2, 3);
        stage(collector(), band(series, 1, 2), 0, row(1, 7, 1));
        listOnly(series, 500, 3);

        expire(What.LEDGER, hour(500), 1, 10);

        assertThat(known(series)).containsExactly(1L, 2L, 3L);
    }

    /** Mutation seen to break it: state of LISTED goes, too. */
    @Test
    default void givenAnIntervalThatWasNeverRead_whenItIsOldAndStillListed_thenTheLedgerKeepsIt() {
        SeriesKey series = listed(collector(), 1, 2);
        listOnly(series, 500, 1, 2);

        assertThat(expire(What.LEDGER, hour(500), 1, 10)).isZero();
        assertThat(collector().unheld(series, Kind.RUNTIME)).hasSize(2);
    }

    private Stretch idle(int server, String database, long from, long to) {
        return new Stretch(server, database, Stretch.Word.IDLE, hour(from), hour(to), "");
    }

    /** Mutations seen to break it: the last of a word goes; our clock alone; another database's clock; no limit. */
    @Test
    default void givenOldStretches_whenExpired_thenTheLastOfEachWordStaysAndEachGoesByItsDatabasesClock() {
        SeriesKey series = series(collector());
        int server = collector().registerServer("sim-1");
        Stretch off = new Stretch(server, "Sales", Stretch.Word.OFF, hour(3), hour(4), "");
        Stretch unheard = new Stretch(server, "Gone", Stretch.Word.UNREACHABLE, hour(1), hour(2), "");
        Stretch later = new Stretch(server, "Gone", Stretch.Word.UNREACHABLE, hour(8), hour(9), "");
        collector().recordStretches(List.of(idle(server, "Sales", 1, 2), off, idle(server, "Sales", 5, 6)));
        collector().recordStretches(List.of(idle(server, "Sales", 7, 8), unheard, later));

        assertThat(expire(What.STRETCHES, hour(9000), 99, 10))
                .as("ours is ahead")
                .isOne();
        assertThat(reader().stretches(server)).hasSize(5).contains(later).doesNotContain(unheard);
        listOnly(series, 200);

        assertThat(expire(What.STRETCHES, hour(200), 99, 1)).isOne();
        assertThat(expire(What.STRETCHES, hour(200), 99, 10)).isOne();
        assertThat(reader().stretches(server)).containsExactly(off, idle(server, "Sales", 7, 8), later);
    }

    /** Mutations seen to break it: what stands goes, too; our clock alone; no limit. */
    @Test
    default void givenOldStateAndEvents_whenExpired_thenWhatStandsAndWhatIsYoungStay() {
        SeriesKey series = series(collector());
        for (long hour = 1; hour <= 4; hour++) {
            collector().recordState(whole(series, hour, QUERY_HINT, hint(1, "hint " + hour)));
        }
        assertThat(EventContract.all(reader())).hasSize(3);

        assertThat(expire(What.STATE, hour(9000), 99, 10)).as("ours is ahead").isZero();
        assertThat(expire(What.EVENTS, hour(9000), 99, 10)).isZero();
        listOnly(series, 102);

        assertThat(expire(What.STATE, hour(102), 98, 1)).isOne();
        assertThat(expire(What.STATE, hour(102), 98, 1)).isOne();
        assertThat(expire(What.STATE, hour(102), 98, 1))
                .as("one is as old as it may be")
                .isZero();
        assertThat(expire(What.EVENTS, hour(102), 98, 1)).isOne();
        assertThat(expire(What.EVENTS, hour(102), 98, 10)).isOne();

        assertThat(reader().state(series, QUERY_HINT))
                .extracting(StateVersion::validFrom)
                .containsExactly(hour(3), hour(4));
        assertThat(EventContract.all(reader())).hasSize(1);
        listOnly(series, 9000);
        expire(What.STATE, hour(9000), 1, 10);
        assertThat(reader().state(series, QUERY_HINT)).as("what stands").hasSize(1);
    }
}
