package io.tidegate.bench.overlap.day;

import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.tidegate.app.demo.Holdings;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.SeriesRecord;
import java.time.Instant;
import java.util.List;

/**
 * A store held against the servers' own books. Immutable.
 *
 * @param held intervals held
 * @param waiting intervals at the source that are not held yet
 * @param lost executions of held intervals that the store lacks, intervals that vanished unrecorded, and intervals that are
 *     recorded as gone although they are there
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
                Holdings holdings = Holdings.of(store, series);
                for (IntervalBook book : database.getValue().books().booksAt(now)) {
                    sum = sum.plus(of(book, holdings));
                }
            }
        }
        return sum;
    }

    private static DayBooks of(IntervalBook book, Holdings holdings) {
        boolean isThere = book.presence() != Presence.EXPIRED && book.presence() != Presence.CLEARED;
        return switch (holdings.state(book.intervalId())) {
            case HELD -> {
                Holdings.Difference difference = holdings.difference(book.intervalId(), book.executions(), isThere);
                yield new DayBooks(1, 0, difference.lost(), difference.duplicated());
            }
            case GONE -> isThere ? new DayBooks(0, 0, 1, 0) : NOTHING;
            case INHERITED -> NOTHING;
            case LISTED -> isThere ? new DayBooks(0, 1, 0, 0) : new DayBooks(0, 0, 1, 0);
        };
    }

    private DayBooks plus(DayBooks more) {
        return new DayBooks(held + more.held, waiting + more.waiting, lost + more.lost, duplicated + more.duplicated);
    }
}
