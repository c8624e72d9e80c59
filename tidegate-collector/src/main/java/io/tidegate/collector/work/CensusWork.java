package io.tidegate.collector.work;

import io.tidegate.core.ledger.RowMerger;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.read.CensusReader.Count;
import io.tidegate.sqlserver.read.RuntimeRange;
import io.tidegate.sqlserver.read.RuntimeRead;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts held intervals at the source once more: what agrees is verified, more is read again and merged, fewer is noted
 * as thinned. Nothing held is ever lowered by it.
 */
public final class CensusWork implements Work {
    private static final Duration DAY = Duration.ofDays(1);
    private static final int AT_ONCE = 500;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Instant sourceNow;
    private final StoreColumns columns;

    /**
     * The work.
     *
     * @param store what is held
     * @param series whose
     * @param sourceNow the source's clock
     * @param columns what the server's views have
     */
    public CensusWork(CollectorStore store, SeriesRecord series, Instant sourceNow, StoreColumns columns) {
        this.store = store;
        this.series = series;
        this.sourceNow = sourceNow;
        this.columns = columns;
    }

    /**
     * Whether anything of the last day is held and not verified. Blocks for a look into the store.
     *
     * @return true when a lease is worth asking for
     */
    public boolean isDue() {
        return !unverified().isEmpty();
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        List<LedgerEntry> due = unverified();
        Map<Long, Count> counts = new HashMap<>();
        ReadEnd end = CensusReader.read(
                session,
                series.database(),
                due.getFirst().interval().id(),
                due.getLast().interval().id(),
                slice.limits(),
                count -> counts.put(count.intervalId(), count));
        slice.meter().count(end.rows(), end.bytes());
        for (LedgerEntry entry : due) {
            Count count = counts.get(entry.interval().id());
            if (count == null && !end.isComplete()) {
                return WorkResult.of(PassOutcome.CUT, 0);
            }
            if (!judge(session, slice, entry, count)) {
                return WorkResult.of(PassOutcome.CUT, 0);
            }
        }
        return WorkResult.of(PassOutcome.DONE, 0);
    }

    private List<LedgerEntry> unverified() {
        return store.entries(series.key(), Kind.RUNTIME, sourceNow.minus(DAY), sourceNow).stream()
                .filter(entry -> entry.state() == State.HELD
                        && !entry.flags().contains(Flag.VERIFIED)
                        && !entry.flags().contains(Flag.THINNED))
                .limit(AT_ONCE)
                .toList();
    }

    private boolean judge(
            HeavySession session, Slice slice, LedgerEntry entry, @org.jspecify.annotations.Nullable Count count) {
        IntervalFigures held = entry.figures() == null ? IntervalFigures.NONE : entry.figures();
        long executions = count == null ? 0 : count.executions();
        boolean agrees = executions == held.executions()
                && (entry.flags().contains(Flag.SPLIT) || (count == null ? 0 : count.checksum()) == held.checksum());
        if (agrees) {
            flag(entry, Flag.VERIFIED);
            return true;
        }
        if (executions < held.executions()) {
            flag(entry, entry.flags().contains(Flag.LOST_AT_SOURCE) ? Flag.VERIFIED : Flag.THINNED);
            return true;
        }
        return readAgain(session, slice, entry);
    }

    private boolean readAgain(HeavySession session, Slice slice, LedgerEntry entry) {
        RowMerger merger = new RowMerger();
        List<RuntimeRow> rows = new ArrayList<>();
        long id = entry.interval().id();
        RuntimeRead read = new RuntimeStatsReader(columns)
                .read(session, series.database(), new RuntimeRange(id, id, false, null), slice.limits(), part -> {
                    RuntimeRow finished = merger.accept(part);
                    if (finished != null) {
                        rows.add(finished);
                    }
                });
        slice.meter().count(read.end().rows(), read.end().bytes());
        if (!read.end().isComplete()) {
            return false;
        }
        RuntimeRow last = merger.finish();
        if (last != null) {
            rows.add(last);
        }
        store.correct(0, series.key(), id, entry.revision(), rows);
        return true;
    }

    private void flag(LedgerEntry entry, Flag flag) {
        store.flag(series.key(), Kind.RUNTIME, entry.interval().id(), flag, sourceNow);
    }
}
