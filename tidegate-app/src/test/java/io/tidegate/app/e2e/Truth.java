package io.tidegate.app.e2e;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.SimulatedServer;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.tidegate.app.demo.Holdings;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.time.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a store has, held against the books of the fleet that it was read from. Immutable.
 *
 * @param held intervals held
 * @param pending settled by the rule, there at the source, and neither held nor recorded as gone
 * @param lost executions of held intervals that the store lacks, intervals that vanished unrecorded, and intervals that are
 *     recorded as gone although they are there
 * @param duplicated executions beyond the source's, and rows beyond one per natural key
 */
record Truth(long held, long pending, long lost, long duplicated) {
    /** From the end of an interval on: the flush interval, the margin of a minute, and a little more. */
    private static final Duration SETTLED = Duration.ofSeconds(130);

    /** The books of one database. */
    private record Source(String server, String database, List<IntervalBook> books) {}

    /**
     * Stops the fleet's clock, waits until everything that is due is held, and counts. Looks again only after more passes,
     * since each look reads much.
     */
    static Truth whenCaughtUp(Fleet fleet, LiteProcess lite) {
        Instant now = fleet.freeze();
        List<Source> sources = new ArrayList<>();
        for (SimulatedServer server : fleet.servers()) {
            server.queryStores()
                    .forEach((database, store) -> sources.add(
                            new Source(server.name(), database, store.books().booksAt(now))));
        }
        AtomicLong looked = new AtomicLong(-1);
        AtomicReference<Truth> seen = new AtomicReference<>();
        Await.until("everything that is due is held", Pace.BOUND, () -> {
            long passes = Pace.passes(lite);
            if (looked.get() >= 0
                    && passes < looked.get() + 2L * fleet.servers().size()) {
                return false;
            }
            looked.set(passes);
            seen.set(of(sources, lite.store(), now));
            return seen.get().pending() == 0;
        });
        return seen.get();
    }

    private static Truth of(List<Source> sources, HistoryReader store, Instant now) {
        List<SeriesRecord> series = store.allSeries();
        Truth sum = new Truth(0, 0, 0, 0);
        for (Source source : sources) {
            Holdings holdings = Holdings.of(
                    store, series.stream().filter(s -> isOf(source, s, store)).toList());
            for (IntervalBook book : source.books()) {
                sum = sum.plus(count(book, holdings, now));
            }
        }
        return sum;
    }

    private static boolean isOf(Source source, SeriesRecord series, HistoryReader store) {
        return series.database().equals(source.database())
                && store.servers().stream()
                        .anyMatch(server -> server.id() == series.serverId()
                                && server.name().equals(source.server()));
    }

    private static Truth count(IntervalBook book, Holdings holdings, Instant now) {
        boolean isThere = book.presence() != Presence.EXPIRED && book.presence() != Presence.CLEARED;
        return switch (holdings.state(book.intervalId())) {
            case HELD -> {
                Holdings.Difference difference = holdings.difference(book.intervalId(), book.executions(), isThere);
                yield new Truth(1, 0, difference.lost(), difference.duplicated());
            }
            case GONE -> new Truth(0, 0, isThere ? 1 : 0, 0);
            case INHERITED -> new Truth(0, 0, 0, 0);
            case LISTED -> {
                boolean isDue = book.presence() == Presence.SETTLED
                        && now.isAfter(book.end().plus(SETTLED));
                yield new Truth(0, isDue ? 1 : 0, isThere ? 0 : 1, 0);
            }
        };
    }

    private Truth plus(Truth more) {
        return new Truth(held + more.held, pending + more.pending, lost + more.lost, duplicated + more.duplicated);
    }

    boolean isWhole() {
        return held > 0 && pending == 0 && lost == 0 && duplicated == 0;
    }
}
