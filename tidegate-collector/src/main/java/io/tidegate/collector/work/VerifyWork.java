package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.ledger.VerifyRules;
import io.tidegate.core.ledger.VerifyRules.Need;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Compares held intervals of one kind with their source, and mends them from it as {@link VerifyRules} says; may be run
 * under one lease after the other until nothing is left. Confined to one thread at a time.
 */
public final class VerifyWork implements Work {
    private static final int AT_ONCE = 200;
    /** What came of one interval. */
    public enum Finding {
        /** All agree. */
        AGREES,
        /** Mended; all agree now. */
        REPAIRED,
        /** The source has less; nothing was changed. */
        THINNED,
        /** They do not agree, and nothing at the source mends it. */
        DIFFERS
    }

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Situation situation;
    private final StoreColumns columns;
    private final Kind kind;
    private final Map<Long, LedgerEntry> left = new LinkedHashMap<>();
    private final Consumer<Finding> sink;
    private final ThreadFactory threads;

    /**
     * The work.
     *
     * @param store what is held
     * @param series whose
     * @param situation the source as last probed
     * @param columns what the server's views have
     * @param kind runtime or waits
     * @param entries held intervals that the source lists
     * @param sink takes what came of each, once
     * @param threads for reading
     */
    public VerifyWork(
            CollectorStore store,
            SeriesRecord series,
            Situation situation,
            StoreColumns columns,
            Kind kind,
            List<LedgerEntry> entries,
            Consumer<Finding> sink,
            ThreadFactory threads) {
        this.store = store;
        this.series = series;
        this.situation = situation;
        this.columns = columns;
        this.kind = kind;
        this.sink = sink;
        this.threads = threads;
        entries.forEach(entry -> left.put(entry.interval().id(), entry));
    }

    /**
     * How much there is left to do.
     *
     * @return intervals that have no finding yet
     */
    public int left() {
        return left.size();
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        try {
            SessionBandSource source = new SessionBandSource(session, series.database(), columns, slice, threads);
            requireSameEpoch(source);
            while (!left.isEmpty()) {
                List<LedgerEntry> some = left.values().stream().limit(AT_ONCE).toList();
                Map<Long, IntervalFigures> stored = stored(some);
                for (CensusPlan.Count count :
                        CensusPlan.statements(some, situation.layout().of(kind))) {
                    if (slice.isSpent() || !compare(session, slice, source, count, stored)) {
                        return WorkResult.of(PassOutcome.CUT, 0);
                    }
                }
            }
            return WorkResult.of(PassOutcome.DONE, 0);
        } catch (SliceOver over) {
            return WorkResult.of(PassOutcome.CUT, 0);
        }
    }

    private Map<Long, IntervalFigures> stored(List<LedgerEntry> some) {
        Instant from = some.stream()
                .map(e -> e.interval().start())
                .min(Instant::compareTo)
                .orElseThrow();
        Instant last = some.stream()
                .map(e -> e.interval().start())
                .max(Instant::compareTo)
                .orElseThrow();
        return store.storedFigures(series.key(), kind, from, last.plusNanos(1_000));
    }

    /** False when it was cut. */
    private boolean compare(
            HeavySession session,
            Slice slice,
            SessionBandSource source,
            CensusPlan.Count statement,
            Map<Long, IntervalFigures> stored) {
        IntervalCounts counts = IntervalCounts.read(
                slice,
                sink -> CensusReader.readTotals(
                        session,
                        series.database(),
                        kind,
                        statement.firstId(),
                        statement.lastId(),
                        slice.limits(),
                        sink));
        for (LedgerEntry entry : statement.entries()) {
            IntervalFigures counted = counts.of(entry);
            if (counted == null) {
                return false;
            }
            Need need = VerifyRules.judge(
                    entry, stored.getOrDefault(entry.interval().id(), IntervalFigures.NONE), counted);
            if (!settled(session, slice, source, entry, need)) {
                return false;
            }
        }
        return true;
    }

    /** False when it was cut. */
    private boolean settled(HeavySession session, Slice slice, SessionBandSource source, LedgerEntry entry, Need need) {
        switch (need) {
            case NOTHING -> found(entry, Finding.AGREES);
            case FLAG_THINNED -> found(entry, Finding.THINNED);
            case MERGE, RESTORE -> {
                List<StatsRow> rows = IntervalRows.read(session, slice, series.database(), columns, entry);
                if (rows == null) {
                    return false;
                }
                requireSameEpoch(source);
                found(entry, need == Need.RESTORE ? restored(entry, rows) : merged(entry, rows));
            }
        }
        return true;
    }

    private Finding restored(LedgerEntry entry, List<StatsRow> rows) {
        long id = entry.interval().id();
        CommitResult back = store.restore(series.key(), kind, id, entry.revision(), rows);
        return back instanceof CommitResult.Committed ? Finding.REPAIRED : Finding.DIFFERS;
    }

    private Finding merged(LedgerEntry entry, List<StatsRow> rows) {
        long id = entry.interval().id();
        if (store.correct(0, series.key(), kind, id, entry.revision(), rows) instanceof CommitResult.Fenced) {
            return Finding.DIFFERS;
        }
        LedgerEntry now = IntervalRows.entryNow(store, series.key(), entry).orElse(entry);
        IntervalFigures source = IntervalFigures.of(rows);
        boolean isChanged = !VerifyRules.recorded(now).equals(VerifyRules.recorded(entry));
        return switch (VerifyRules.judge(now, VerifyRules.recorded(now), source)) {
            case NOTHING -> isChanged ? Finding.REPAIRED : Finding.AGREES;
            case FLAG_THINNED -> Finding.THINNED;
            case MERGE, RESTORE -> Finding.DIFFERS;
        };
    }

    private void found(LedgerEntry entry, Finding finding) {
        long id = entry.interval().id();
        switch (finding) {
            case AGREES, REPAIRED -> store.flag(series.key(), kind, id, Flag.VERIFIED, situation.sourceNow());
            case THINNED -> store.flag(series.key(), kind, id, Flag.THINNED, situation.sourceNow());
            case DIFFERS -> {}
        }
        left.remove(id);
        sink.accept(finding);
    }

    /** Nothing is compared with, or mended from, another life of the ids. */
    private void requireSameEpoch(SessionBandSource source) {
        if (source.witnesses(store, series.key()).orElse(Verdict.AGREE) != Verdict.AGREE) {
            throw new OtherEpoch();
        }
    }

    /** The source's Query Store has begun a new life; the next pass of a loop forks the series. */
    public static final class OtherEpoch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OtherEpoch() {
            super("its Query Store began a new life (cleared or restored)");
        }
    }
}
