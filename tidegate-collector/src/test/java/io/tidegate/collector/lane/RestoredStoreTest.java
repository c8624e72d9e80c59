package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A database that is restored to an earlier image of itself, or whose server crashes. What is shared is neither read again
 * nor counted twice; what lies behind the fork stays and counts in no answer.
 */
class RestoredStoreTest {
    /** Settled for us a minute after it is for the source. */
    private static final Duration SETTLED_FOR_SURE = Duration.ofMinutes(4);

    private final CollectorFixture fixture = new CollectorFixture();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** Mutations seen to break it: nothing is superseded; nothing is inherited; witnesses that agree clear the suspicion. */
    @Test
    @Incident(23)
    void givenARecentImage_whenRestored_thenItsHistoryIsInheritedAndEachInstantCountsOnce() {
        minutes(30);
        SeriesKey old = series();
        Set<Long> before = held(old).keySet();

        Instant image = fixture.clock.now().minus(Duration.ofMinutes(12));
        fixture.queryStore().restore(image);
        minutes(40);

        assertThat(series().epoch()).isEqualTo(old.epoch() + 1);
        assertThat(held(old).keySet()).as("what was held stays").isEqualTo(before);
        assertThat(ids(series(), State.INHERITED)).isNotEmpty();
        assertAllIsHeldOnce();
        assertThat(held(old).values())
                .filteredOn(entry -> entry.interval().start().isAfter(image))
                .isNotEmpty()
                .allMatch(RestoredStoreTest::isSuperseded);
        assertThat(held(old).values())
                .filteredOn(entry -> entry.interval().end().isBefore(image.minusSeconds(120)))
                .isNotEmpty()
                .noneMatch(RestoredStoreTest::isSuperseded);
    }

    /** The rows that the simulated server looks at are what a reading costs it, whoever asks. */
    @Test
    void givenALongHistory_whenRestored_thenTheForkCostsNoReadingOfIt() {
        minutes(30);
        while (!fixture.store.unheld(series(), io.tidegate.core.model.Kind.RUNTIME).stream()
                .allMatch(entry ->
                        entry.interval().end().isAfter(fixture.clock.now().minus(SETTLED_FOR_SURE)))) {
            lane.backfill();
        }
        long all = fixture.queryStore().rowsVisited();
        long quiet = visited(20);

        fixture.queryStore().restore(fixture.clock.now().minus(Duration.ofMinutes(5)));
        long after = visited(20);

        assertThat(series().epoch()).isEqualTo(2);
        assertThat(ids(series(), State.INHERITED).size())
                .isGreaterThan(ids(series(), State.HELD).size());
        assertThat(after - quiet).isLessThan(all / 4);
        assertAllIsHeldOnce();
    }

    @Test
    void givenNobodyWatching_whenRestoredAndRunOnForLong_thenItIsForkedAllTheSame() {
        minutes(30);
        SeriesKey old = series();

        fixture.queryStore().restore(fixture.clock.now().minus(Duration.ofMinutes(10)));
        fixture.clock.advance(Duration.ofMinutes(45));
        fixture.pass(Duration.ofMinutes(45));
        minutes(30);

        assertThat(series().epoch()).isEqualTo(old.epoch() + 1);
        assertAllIsHeldOnce();
    }

    @Test
    void givenARestore_whenAnOlderImageIsRestoredBehindIt_thenBothBranchesAreSuperseded() {
        minutes(30);
        fixture.queryStore().restore(fixture.clock.now().minus(Duration.ofMinutes(5)));
        minutes(20);
        SeriesKey second = series();
        fixture.queryStore().restore(fixture.clock.now().minus(Duration.ofMinutes(35)));
        minutes(30);

        assertThat(series().epoch()).isEqualTo(second.epoch() + 1).isEqualTo(3);
        assertThat(held(second)).isNotEmpty();
        assertThat(held(second).values()).allMatch(RestoredStoreTest::isSuperseded);
        assertAllIsHeldOnce();
    }

    /** Mutation seen to break it: a highest id that fell is taken for a fork. */
    @Test
    void givenACrash_whenItsLastIntervalsAreLost_thenItIsTheSameEpoch() {
        minutes(30);
        SeriesKey old = series();

        for (int i = 0; i < 5; i++) {
            fixture.queryStore().crash();
            minutes(7);
        }
        minutes(10);

        assertThat(series()).isEqualTo(old);
        assertThat(fixture.store.reader().ledger(old)).noneMatch(RestoredStoreTest::isSuperseded);
        assertThat(current().stream()
                        .filter(book -> isSettledForSure(book.end()))
                        .map(IntervalBook::intervalId))
                .isSubsetOf(held(old).keySet());
    }

    /** Each interval that the source has settled is held by exactly one epoch, with the books' executions, and no two overlap. */
    private void assertAllIsHeldOnce() {
        Map<Long, Long> stored = new HashMap<>();
        List<LedgerEntry> counted = new ArrayList<>();
        for (SeriesRecord epoch : fixture.store.reader().allSeries()) {
            Map<Long, LedgerEntry> held = held(epoch.key());
            held.values().removeIf(RestoredStoreTest::isSuperseded);
            counted.addAll(held.values());
            for (StoredInterval interval : fixture.store.reader().storedIntervals(epoch.key())) {
                if (held.containsKey(interval.intervalId())) {
                    assertThat(stored.put(interval.intervalId(), interval.executions()))
                            .as("epochs that hold interval " + interval.intervalId())
                            .isNull();
                    assertThat(interval.distinctKeys()).isEqualTo(interval.rows());
                }
            }
        }
        for (IntervalBook book : current()) {
            if (isSettledForSure(book.settledAt())) {
                assertThat(stored).as(book.toString()).containsEntry(book.intervalId(), book.executions());
            }
        }
        counted.sort(java.util.Comparator.comparing(entry -> entry.interval().start()));
        for (int i = 1; i < counted.size(); i++) {
            assertThat(counted.get(i).interval().start())
                    .isAfterOrEqualTo(counted.get(i - 1).interval().end());
        }
    }

    private List<IntervalBook> current() {
        return fixture.queryStore().books().booksAt(fixture.clock.now()).stream()
                .filter(book -> book.presence() == Presence.SETTLED)
                .toList();
    }

    private boolean isSettledForSure(Instant end) {
        return end.plus(SETTLED_FOR_SURE).isBefore(fixture.clock.now());
    }

    private long visited(int minutes) {
        long before = fixture.queryStore().rowsVisited();
        minutes(minutes);
        return fixture.queryStore().rowsVisited() - before;
    }

    private void minutes(int count) {
        for (int i = 0; i < count; i++) {
            fixture.clock.advance(Duration.ofMinutes(1));
            fixture.pass(Duration.ofMinutes(1));
            lane.tick(phase);
            if (i % 5 == 0) {
                lane.backfill();
            }
        }
    }

    private Map<Long, LedgerEntry> held(SeriesKey series) {
        return fixture.store.reader().ledger(series).stream()
                .filter(entry -> entry.state() == State.HELD)
                .collect(Collectors.toMap(entry -> entry.interval().id(), entry -> entry));
    }

    private Set<Long> ids(SeriesKey series, State state) {
        return fixture.store.reader().ledger(series).stream()
                .filter(entry -> entry.state() == state)
                .map(entry -> entry.interval().id())
                .collect(Collectors.toSet());
    }

    private SeriesKey series() {
        return lane.databases().getFirst().series().key();
    }

    private static boolean isSuperseded(LedgerEntry entry) {
        return entry.flags().contains(Flag.SUPERSEDED);
    }
}
