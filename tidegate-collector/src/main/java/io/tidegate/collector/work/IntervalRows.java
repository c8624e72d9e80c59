package io.tidegate.collector.work;

import io.tidegate.core.ledger.Layout;
import io.tidegate.core.ledger.RowMerger;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StatsSink;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.WaitStatsReader;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one held interval again. No state. */
final class IntervalRows {
    private IntervalRows() {}

    /**
     * The rows of an interval, parts added up, without those of plans that were never known, in the order in which the
     * source's runtime rows lie. Blocks as a heavy read does.
     *
     * @return null when it was cut
     */
    static @Nullable List<StatsRow> read(
            HeavySession session,
            Slice slice,
            String database,
            StoreColumns columns,
            Layout layout,
            LedgerEntry entry) {
        RowMerger<StatsRow> merger = RowMerger.any();
        List<StatsRow> rows = new ArrayList<>();
        StatsRead read = read(session, slice, database, columns, layout, entry, part -> {
            StatsRow finished = merger.accept(part);
            if (finished != null) {
                rows.add(finished);
            }
        });
        slice.meter().count(read.end().rows(), read.end().bytes());
        if (!read.end().isComplete()) {
            return null;
        }
        StatsRow last = merger.finish();
        if (last != null) {
            rows.add(last);
        }
        rows.removeIf(row -> row.key().planId() <= 0);
        return rows;
    }

    /** How an epoch's ledger has an interval now; empty when it does not know it any more. Blocks for the store. */
    static Optional<LedgerEntry> entryNow(CollectorStore store, SeriesKey series, LedgerEntry entry) {
        Instant start = entry.interval().start();
        return store.entries(series, entry.kind(), start, HeldInterval.justBehind(start)).stream()
                .filter(now -> now.interval().id() == entry.interval().id())
                .findFirst();
    }

    private static StatsRead read(
            HeavySession session,
            Slice slice,
            String database,
            StoreColumns columns,
            Layout layout,
            LedgerEntry entry,
            StatsSink<StatsRow> sink) {
        long id = entry.interval().id();
        StatsRange range = new StatsRange(id, id, layout.of(entry.kind()) == Layout.BY_PLAN, null);
        return switch (entry.kind()) {
            case RUNTIME -> new RuntimeStatsReader(columns).read(session, database, range, slice.limits(), sink);
            case WAITS -> new WaitStatsReader(columns).read(session, database, range, slice.limits(), sink);
        };
    }
}
