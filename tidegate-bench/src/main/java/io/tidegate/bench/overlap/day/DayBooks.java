package io.tidegate.bench.overlap.day;

import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.SeriesRecord;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store held against the servers' own books. Immutable.
 *
 * @param held intervals held
 * @param waiting intervals at the source that are not held yet
 * @param lost executions of held intervals that the store lacks, and intervals that vanished unrecorded
 * @param duplicated executions beyond the source's, and rows beyond one per natural key
 */
record DayBooks(long held, long waiting, long lost, long duplicated) {
    private static final DayBooks NOTHING = new DayBooks(0, 0, 0, 0);

    /** Counts; nothing may move meanwhile. */
    static DayBooks of(List<SimulatedServer> servers, HistoryReader store, Instant now) {
        DayBooks sum = NOTHING;
        for (SimulatedServer server : servers) {
            int id = store.servers().stream()
                    .filter(known -> known.name().equals(server.name()))
                    .findFirst()
                    .orElseThrow()
                    .id();
            for (var database : server.queryStores().entrySet()) {
                List<SeriesRecord> series = store.allSeries().stream()
                        .filter(s -> s.serverId() == id && s.database().equals(database.getKey()))
                        .toList();
                sum = sum.plus(of(database.getValue().books().booksAt(now), series, store));
            }
        }
        return sum;
    }

    private static DayBooks of(List<IntervalBook> books, List<SeriesRecord> series, HistoryReader store) {
        Map<Long, StoredInterval> stored = new HashMap<>();
        Map<Long, LedgerEntry> ledger = new HashMap<>();
        for (SeriesRecord one : series) {
            store.storedIntervals(one.key()).forEach(i -> stored.put(i.intervalId(), i));
            store.ledger(one.key()).forEach(e -> ledger.put(e.interval().id(), e));
        }
        DayBooks sum = NOTHING;
        for (IntervalBook book : books) {
            sum = sum.plus(of(book, stored.get(book.intervalId()), ledger.get(book.intervalId())));
        }
        return sum;
    }

    private static DayBooks of(IntervalBook book, @Nullable StoredInterval stored, @Nullable LedgerEntry entry) {
        LedgerEntry.State state = entry == null ? LedgerEntry.State.LISTED : entry.state();
        return switch (state) {
            case HELD -> {
                long here = stored == null ? 0 : stored.executions();
                long doubled = stored == null ? 0 : stored.rows() - stored.distinctKeys();
                yield new DayBooks(
                        1, 0, Math.max(0, book.executions() - here), Math.max(0, here - book.executions()) + doubled);
            }
            case GONE -> NOTHING;
            case LISTED -> {
                boolean isThere = book.presence() != Presence.EXPIRED && book.presence() != Presence.CLEARED;
                yield isThere ? new DayBooks(0, 1, 0, 0) : new DayBooks(0, 0, 1, 0);
            }
        };
    }

    private DayBooks plus(DayBooks more) {
        return new DayBooks(held + more.held, waiting + more.waiting, lost + more.lost, duplicated + more.duplicated);
    }
}
