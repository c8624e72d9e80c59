package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.ledger.Recounts;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.ledger.VerifyRules;
import io.tidegate.core.ledger.VerifyRules.Need;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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
    private final Map<Long, HeldInterval> left = new LinkedHashMap<>();
    private final Consumer<Finding> sink;
    private final ThreadFactory threads;
    private final Recounts recounts;

    /**
     * The work. Blocks for the store where intervals are inherited: their rows are compared where they are held.
     *
     * @param store what is held
     * @param series whose
     * @param situation the source as last probed
     * @param columns what the server's views have
     * @param kind runtime or waits
     * @param entries held and inherited intervals that the source lists
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
        this.recounts = Recounts.of(situation).knowing(entries);
        HeldInterval.of(store, series.key(), kind, entries)
                .forEach(one -> left.put(one.entry().interval().id(), one));
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
                List<HeldInterval> some = left.values().stream().limit(AT_ONCE).toList();
                Map<Long, IntervalFigures> stored = stored(some);
                List<LedgerEntry> entries =
                        some.stream().map(HeldInterval::entry).toList();
                for (CensusPlan.Count count :
                        CensusPlan.statements(entries, situation.layout().of(kind))) {
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

    /** What is stored of some, each where it is held. */
    private Map<Long, IntervalFigures> stored(List<HeldInterval> some) {
        Map<SeriesKey, List<HeldInterval>> byOwner = some.stream().collect(Collectors.groupingBy(HeldInterval::owner));
        Map<Long, IntervalFigures> stored = new HashMap<>();
        byOwner.forEach((owner, of) -> {
            List<Instant> starts = of.stream()
                    .map(one -> one.entry().interval().start())
                    .sorted()
                    .toList();
            Map<Long, IntervalFigures> all =
                    store.storedFigures(owner, kind, starts.getFirst(), HeldInterval.justBehind(starts.getLast()));
            for (HeldInterval one : of) {
                long id = one.entry().interval().id();
                stored.put(id, all.getOrDefault(id, IntervalFigures.NONE));
            }
        });
        return stored;
    }

    /** False when it was cut. */
    private boolean compare(
            HeavySession session,
            Slice slice,
            SessionBandSource source,
            CensusPlan.Count statement,
            Map<Long, IntervalFigures> stored) {
        IntervalCounts counts = IntervalCounts.read(
                session,
                slice,
                statement,
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
            Need need = VerifyRules.judgeCount(
                    entry, Objects.requireNonNull(stored.get(entry.interval().id())), counted);
            HeldInterval one = Objects.requireNonNull(left.get(entry.interval().id()));
            if (!settled(session, slice, source, one, need)) {
                return false;
            }
        }
        return true;
    }

    /** False when it was cut. */
    private boolean settled(HeavySession session, Slice slice, SessionBandSource source, HeldInterval one, Need need) {
        switch (need) {
            case NOTHING -> found(one, Finding.AGREES);
            case FLAG_THINNED, MERGE, RESTORE -> {
                List<StatsRow> rows =
                        IntervalRows.read(session, slice, series.database(), columns, situation.layout(), one.entry());
                if (rows == null) {
                    return false;
                }
                LateIdentities late = LateIdentities.ofPlans(
                        store, one.epoch(), series.database(), session, slice, MergeableRows.untold(store, one, rows));
                if (!late.isComplete()) {
                    return false;
                }
                requireSameEpoch(source);
                late.store(store, one.epoch());
                found(one, need == Need.RESTORE ? restored(one, rows) : merged(one, rows));
                late.flagLost(store, one, situation.sourceNow());
            }
        }
        return true;
    }

    private Finding restored(HeldInterval one, List<StatsRow> rows) {
        LedgerEntry entry = one.entry();
        CommitResult back = store.restore(one.owner(), kind, entry.interval().id(), entry.revision(), rows);
        return back instanceof CommitResult.Committed ? Finding.REPAIRED : Finding.DIFFERS;
    }

    /** What the source has and cannot be merged is a difference, whatever else agrees. */
    private Finding merged(HeldInterval one, List<StatsRow> all) {
        MergeableRows mergeable = MergeableRows.of(store, one, all);
        Finding finding = mergedSome(one, mergeable.rows());
        if (mergeable.isWhole()) {
            return finding;
        }
        if (finding == Finding.THINNED) {
            one.flag(store, Flag.THINNED, situation.sourceNow());
        }
        one.lacking(store, recounts, situation.sourceNow(), mergeable);
        return Finding.DIFFERS;
    }

    private Finding mergedSome(HeldInterval one, List<StatsRow> rows) {
        LedgerEntry entry = one.entry();
        CommitResult merged =
                store.correct(0, one.owner(), kind, entry.interval().id(), entry.revision(), rows);
        if (merged instanceof CommitResult.Fenced) {
            return Finding.DIFFERS;
        }
        LedgerEntry now = IntervalRows.entryNow(store, one.owner(), entry).orElse(entry);
        IntervalFigures source = IntervalFigures.of(rows);
        boolean isChanged = !VerifyRules.recorded(now).equals(VerifyRules.recorded(entry));
        return switch (VerifyRules.judge(now, VerifyRules.recorded(now), source)) {
            case NOTHING -> isChanged ? Finding.REPAIRED : Finding.AGREES;
            case FLAG_THINNED -> Finding.THINNED;
            case MERGE, RESTORE -> Finding.DIFFERS;
        };
    }

    private void found(HeldInterval one, Finding finding) {
        switch (finding) {
            case AGREES, REPAIRED -> one.counted(store, recounts, situation.sourceNow());
            case THINNED -> {
                one.flag(store, Flag.THINNED, situation.sourceNow());
                one.counted(store, recounts, situation.sourceNow());
            }
            case DIFFERS -> {}
        }
        left.remove(one.entry().interval().id());
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
