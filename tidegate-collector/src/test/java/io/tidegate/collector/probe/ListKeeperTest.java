package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.ledger.HourlyDuties;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.session.Channel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A list that was asked for in one epoch, and comes when another one has begun. */
class ListKeeperTest {
    private static final String SALES = "Sales";
    private static final Instant NOW = StoreFixture.NOW;

    private final CollectorFixture fixture = new CollectorFixture();
    private final Channel channel = fixture.tools.light().open(fixture.target()).channel();
    private SeriesRecord old;

    @BeforeEach
    void list() {
        SeriesKey key = StoreFixture.listed(fixture.store, 1, 2, 3, 4, 5);
        for (long id = 1; id <= 4; id++) {
            StoreFixture.held(fixture.store, key, id, StoreFixture.row(id, 7, 1));
        }
        old = fixture.store.series(key.home()).getFirst();
    }

    @AfterEach
    void close() {
        channel.close();
        fixture.close();
    }

    private static ListKeeper.Kept keep(ListKeeper lists, SeriesRecord of) {
        HourlyDuties duties = HourlyDuties.of("sim-1").done(HourlyDuties.Duty.WHOLE_LIST, NOW);
        return lists.keep(of, "", seen(6), Set.of(Kind.RUNTIME), duties);
    }

    /**
     * The other loop settles a restore while this one's list of the life before is on its way: intervals 5 and 6 of that life
     * are none of the new one's. Mutation seen to break it: a list that is taken for the epoch that is known when it comes.
     */
    @Test
    void givenAListOfTheLifeBefore_whenTheSeriesWasForkedMeanwhile_thenTheNewEpochListsNothingOfIt() {
        SeriesRecord next = forked();
        ListKeeper lists = keeper(old.key());

        assertThat(keep(lists, next)).isEqualTo(ListKeeper.Kept.OF_ANOTHER_EPOCH);
        lists.end();

        assertThat(fixture.store.reader().ledger(next.key()))
                .hasSize(4)
                .extracting(LedgerEntry::state)
                .containsOnly(LedgerEntry.State.INHERITED);
    }

    /**
     * The fork comes between the comparison and the end of the probe, when all that agrees is written. Mutation seen to
     * break it: a store that takes observations for an epoch that has ended.
     */
    @Test
    void givenAListThatAgreed_whenTheSeriesIsForkedBeforeItIsWritten_thenTheEndedEpochListsNothingMore() {
        ListKeeper lists = keeper(old.key());
        assertThat(keep(lists, old)).isEqualTo(ListKeeper.Kept.BY_TAIL);
        forked();
        lists.end();

        assertThat(fixture.store.reader().ledger(old.key()))
                .extracting(entry -> entry.interval().id())
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(fixture.store.unheld(old.key(), Kind.RUNTIME)).isEmpty();
    }

    private SeriesRecord forked() {
        ForkPoint after4 = new ForkPoint(StoreFixture.hour(0), StoreFixture.hour(4), StoreFixture.hour(4));
        return fixture.store.fork(old.key(), after4, NOW, NOW);
    }

    private ListKeeper keeper(SeriesKey asked) {
        return new ListKeeper(fixture.store, channel, new ProbeAsks(List.of(), Map.of(SALES, asked)), Map.of());
    }

    /** Intervals 5 to a last one, as the tail of a list that begins with 1. */
    private static DatabaseProbe.Seen seen(int last) {
        List<RuntimeStatsInterval> tail = StoreFixture.intervals(5, last);
        return new DatabaseProbe.Seen(SALES, NOW, StoreFixture.options(), 0, 1, last, last, tail);
    }
}
