package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.books.RowBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One database and its lane, minute by minute, and what must hold of its epochs. Confined to one thread. */
final class EpochRig implements AutoCloseable {
    /** Settled for us two minutes after it is for the source, and read by the tick after that. */
    private static final Duration SETTLED_FOR_SURE = Duration.ofMinutes(4);

    final CollectorFixture fixture;
    ServerLane lane;
    private final long phase;

    EpochRig(FleetSpec spec) {
        fixture = new CollectorFixture(spec);
        phase = fixture.ticker.readNanos();
        lane = fixture.lane(CollectorFixture.settings(), phase, phase + 1);
    }

    @Override
    public void close() {
        lane.close();
        fixture.close();
    }

    /** Another process, that knows what is stored. */
    void startAnew(CollectorSettings settings) {
        lane.close();
        lane = fixture.lane(settings, phase, phase + 1);
    }

    void minutes(int count) {
        for (int i = 0; i < count; i++) {
            unwatched(1);
            tick();
            if (i % 5 == 0) {
                lane.backfill();
            }
        }
    }

    void tick() {
        lane.tick(phase);
    }

    void unwatched(int minutes) {
        fixture.clock.advance(Duration.ofMinutes(minutes));
        fixture.pass(Duration.ofMinutes(minutes));
    }

    /** Until nothing is left to read but what has not settled; gives up after some hours, and what is asserted then says why. */
    void readAll() {
        for (int i = 0; i < 300 && hasUnread(); i++) {
            minutes(1);
            lane.backfill();
        }
    }

    private boolean hasUnread() {
        Instant settled = fixture.clock.now().minus(SETTLED_FOR_SURE);
        return fixture.store.unheld(series(), Kind.RUNTIME).stream()
                .anyMatch(entry -> !entry.interval().end().isAfter(settled));
    }

    /** The image as it was some minutes ago, on a recovery fork of its own. */
    Instant restoreOnFork(int minutesAgo) {
        Instant image = fixture.clock.now().minus(Duration.ofMinutes(minutesAgo));
        fixture.server().databases().restore(fixture.database(), image);
        return image;
    }

    /** The image as it was some minutes ago, where recovery forks are not seen. */
    Instant restore(int minutesAgo) {
        Instant image = fixture.clock.now().minus(Duration.ofMinutes(minutesAgo));
        fixture.queryStore().restore(image);
        return image;
    }

    SeriesKey series() {
        return lane.databases().getFirst().series().key();
    }

    Map<Long, LedgerEntry> held(SeriesKey series) {
        return fixture.store.reader().ledger(series).stream()
                .filter(entry -> entry.state() == State.HELD)
                .collect(Collectors.toMap(entry -> entry.interval().id(), entry -> entry));
    }

    Set<Long> inherited() {
        return fixture.store.reader().ledger(series()).stream()
                .filter(entry -> entry.state() == State.INHERITED)
                .map(entry -> entry.interval().id())
                .collect(Collectors.toSet());
    }

    static boolean isSuperseded(LedgerEntry entry) {
        return entry.flags().contains(Flag.SUPERSEDED);
    }

    /** The interval that is open at the source, with all that ran in it, flushed or not. */
    IntervalBook running() {
        return fixture.queryStore().books().booksAt(fixture.clock.now()).stream()
                .filter(book -> book.presence() == Presence.OPEN)
                .findFirst()
                .orElseThrow();
    }

    /** What an answer over all time has of one interval: the facts and peeks of every epoch that counts there. */
    long executionsSeen(RuntimeStatsInterval interval) {
        long all = 0;
        for (SeriesRecord epoch : fixture.store.reader().allSeries()) {
            for (LedgerEntry entry : fixture.store.reader().ledger(epoch.key())) {
                boolean isCounted = entry.state() == State.HELD && !isSuperseded(entry);
                if (isCounted && entry.interval().start().equals(interval.start())) {
                    all += entry.figures().executions();
                }
            }
        }
        return all;
    }

    /** What the source has settled. */
    List<IntervalBook> settled() {
        return fixture.queryStore().books().booksAt(fixture.clock.now()).stream()
                .filter(book -> book.presence() == Presence.SETTLED
                        && book.settledAt().plus(SETTLED_FOR_SURE).isBefore(fixture.clock.now()))
                .toList();
    }

    /**
     * Each interval that the source has settled is counted in exactly one epoch, with the books' executions, and no two that
     * are counted overlap; where a crash or a clean-up took some, what is stored may be more, and says so.
     */
    void assertEachInstantCountsOnce(String as) {
        Map<Long, RuntimeStatsInterval> current = new HashMap<>();
        fixture.store.reader().ledger(series()).stream()
                .filter(entry -> entry.state() == State.HELD || entry.state() == State.INHERITED)
                .forEach(entry -> current.put(entry.interval().id(), entry.interval()));
        Map<Long, LedgerEntry> counted = new HashMap<>();
        Map<Long, Long> stored = new HashMap<>();
        List<LedgerEntry> all = new ArrayList<>();
        for (SeriesRecord epoch : fixture.store.reader().allSeries()) {
            Map<Long, LedgerEntry> held = held(epoch.key());
            held.values().removeIf(EpochRig::isSuperseded);
            held.values().stream()
                    .filter(entry -> !entry.isFromLastPeek()) // the next epoch goes on where it ended
                    .forEach(all::add);
            for (StoredInterval interval : fixture.store.reader().storedIntervals(epoch.key())) {
                LedgerEntry entry = held.get(interval.intervalId());
                if (entry != null && entry.interval().equals(current.get(interval.intervalId()))) {
                    assertThat(interval.distinctKeys()).as(as).isEqualTo(interval.rows());
                    assertThat(stored.put(interval.intervalId(), interval.executions()))
                            .as("%s: interval %d has one epoch", as, interval.intervalId())
                            .isNull();
                    counted.put(interval.intervalId(), entry);
                }
            }
        }
        for (IntervalBook book : settled()) {
            Long executions = stored.get(book.intervalId());
            assertThat(executions).as("%s: %s", as, book).isNotNull();
            Set<Flag> flags = counted.get(book.intervalId()).flags();
            if (flags.contains(Flag.LOST_AT_SOURCE)) {
                assertThat(executions).as("%s: %s", as, book).isGreaterThanOrEqualTo(book.executions());
            } else {
                assertThat(executions).as("%s: %s", as, book).isEqualTo(book.executions());
            }
        }
        assertNoneOverlap(as, all);
    }

    private static void assertNoneOverlap(String as, List<LedgerEntry> counted) {
        List<LedgerEntry> byStart = counted.stream()
                .sorted(Comparator.comparing(entry -> entry.interval().start()))
                .toList();
        for (int i = 1; i < byStart.size(); i++) {
            assertThat(byStart.get(i).interval().start())
                    .as(as)
                    .isAfterOrEqualTo(byStart.get(i - 1).interval().end());
        }
    }

    /** What the source's books have of an interval: executions by key. */
    Map<StatsKey, Long> runtimeBooks(IntervalBook book) {
        Map<StatsKey, Long> truth = new HashMap<>();
        fixture.queryStore()
                .books()
                .rows(book.epoch(), book.intervalId(), fixture.clock.now())
                .forEachRemaining((RowBook row) -> truth.put(
                        new RuntimeKey(book.intervalId(), row.replicaGroupId(), row.planId(), row.executionType()),
                        row.executions()));
        return truth;
    }
}
