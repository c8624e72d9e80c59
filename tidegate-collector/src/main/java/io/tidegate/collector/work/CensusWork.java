package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.ledger.CensusPlan.Verdict;
import io.tidegate.core.ledger.Recounts;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.GroupFigures;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Counts held and inherited intervals at the source once more, as {@link CensusPlan} says: what agrees is verified, what
 * may be more, or hide more behind less, is read again and merged where it is held, and what then is less is noted as
 * thinned. Where the source has rows that cannot be merged, it is noted as counted and not as verified. Nothing held is ever
 * lowered by it, and nothing is concluded from another life of the ids. Where other replica groups report, what was counted is counted again as
 * {@link Recounts} say, and compared group by group. Immutable.
 */
public final class CensusWork implements Work {
    private static final int AT_ONCE = 500;
    private static final int PAGE_INTERVALS = 2_000;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Situation situation;
    private final StoreColumns columns;
    private final Recounts recounts;
    private final List<LedgerEntry> due;

    /**
     * The work. Blocks while the ledger is looked through, some thousand intervals at a time.
     *
     * @param store what is held
     * @param series whose
     * @param situation the source as last probed
     * @param columns what the server's views have
     */
    public CensusWork(CollectorStore store, SeriesRecord series, Situation situation, StoreColumns columns) {
        this.store = store;
        this.series = series;
        this.situation = situation;
        this.columns = columns;
        Duration page = situation.intervalLength().multipliedBy(PAGE_INTERVALS);
        Instant oldest = CensusPlan.oldest(situation);
        Recounts known = Recounts.of(situation);
        Duration phase =
                CensusPlan.phase(series.key().home() + "/" + series.key().lineage());
        List<LedgerEntry> next = List.of();
        // the newest first, since these tell whether other groups have reported lately
        for (Instant to = situation.sourceNow(); oldest.isBefore(to); to = to.minus(page)) {
            List<LedgerEntry> candidates = new ArrayList<>(next);
            for (Kind kind : Kind.values()) {
                candidates.addAll(store.entries(series.key(), kind, later(oldest, to.minus(page)), to));
            }
            known = known.knowing(candidates);
            next = CensusPlan.next(candidates, known, situation.sourceNow(), AT_ONCE, phase);
        }
        this.recounts = known;
        this.due = next;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /**
     * Whether there is anything to count.
     *
     * @return true when a lease is worth asking for
     */
    public boolean isDue() {
        return !due.isEmpty();
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        try {
            return new Census(session, slice).run();
        } catch (SliceOver over) {
            return WorkResult.of(PassOutcome.CUT, 0);
        }
    }

    /** The work under one lease. Confined to one thread. */
    private final class Census {
        private final HeavySession session;
        private final Slice slice;
        private final SourceWitnesses witnesses;
        private final List<Sentinel> known;
        private Recounts again = recounts;

        Census(HeavySession session, Slice slice) {
            this.session = session;
            this.slice = slice;
            this.witnesses = new SourceWitnesses(session, series.database(), slice);
            this.known = SourceWitnesses.known(store, series.key());
        }

        WorkResult run() {
            witnesses.requireSameEpoch(known);
            for (Kind kind : Kind.values()) {
                List<LedgerEntry> some =
                        due.stream().filter(entry -> entry.kind() == kind).toList();
                Map<LedgerEntry, HeldInterval> held = held(kind, some);
                for (CensusPlan.Count count :
                        CensusPlan.statements(held.keySet(), situation.layout().of(kind))) {
                    if (slice.isSpent() || !count(kind, count, held)) {
                        return WorkResult.of(PassOutcome.CUT, 0);
                    }
                }
            }
            return WorkResult.of(PassOutcome.DONE, 0);
        }

        /** The entries of whoever has the rows. */
        private Map<LedgerEntry, HeldInterval> held(Kind kind, List<LedgerEntry> some) {
            Map<LedgerEntry, HeldInterval> held = new LinkedHashMap<>();
            HeldInterval.of(store, series.key(), kind, some).forEach(one -> held.put(one.entry(), one));
            return held;
        }

        /** False when it was cut. */
        private boolean count(Kind kind, CensusPlan.Count statement, Map<LedgerEntry, HeldInterval> held) {
            IntervalCounts counts = hasGroups(kind)
                    ? IntervalCounts.groups(session, slice, series.database(), kind, statement)
                    : IntervalCounts.census(session, slice, series.database(), kind, statement);
            again = counts.hasOthers() ? again.expected() : again;
            boolean isVouchedFor = false; // a count that agrees needs no witness
            for (LedgerEntry entry : statement.entries()) {
                GroupFigures counted = counts.groupsOf(entry);
                if (counted == null) {
                    return false;
                }
                Verdict verdict = judge(Objects.requireNonNull(held.get(entry)), counted);
                if (verdict != Verdict.AGREES && !isVouchedFor) {
                    witnesses.requireSameEpoch(known);
                    isVouchedFor = true;
                }
                if (!judged(Objects.requireNonNull(held.get(entry)), verdict)) {
                    return false;
                }
            }
            return true;
        }

        private boolean hasGroups(Kind kind) {
            return switch (kind) {
                case RUNTIME -> columns.replicaGroup();
                case WAITS -> columns.waitReplicaGroup();
            };
        }

        /** The sums first: what they tell apart needs no look at the rows that are held. */
        private Verdict judge(HeldInterval one, GroupFigures counted) {
            LedgerEntry entry = one.entry();
            Verdict verdict = CensusPlan.judgeCount(entry, counted.total());
            if (verdict != Verdict.AGREES || !again.isExpected()) {
                return verdict;
            }
            GroupFigures here = GroupFigures.of(store.storedAmounts(
                    one.owner(), entry.kind(), entry.interval().id()));
            return CensusPlan.judgeGroups(entry, here, counted);
        }

        private boolean judged(HeldInterval one, Verdict counted) {
            LedgerEntry entry = one.entry();
            Verdict verdict = counted;
            MergeableRows merged = MergeableRows.NONE;
            if (verdict != Verdict.AGREES) {
                List<StatsRow> all =
                        IntervalRows.read(session, slice, series.database(), columns, situation.layout(), entry);
                if (all == null) {
                    return false;
                }
                LateIdentities late = LateIdentities.ofPlans(
                        store, one.epoch(), series.database(), session, slice, MergeableRows.untold(store, one, all));
                if (!late.isComplete()) {
                    return false;
                }
                witnesses.requireSameEpoch(known);
                late.store(store, one.epoch());
                merged = MergeableRows.of(store, one, all);
                store.correct(0, one.owner(), entry.kind(), entry.interval().id(), entry.revision(), merged.rows());
                late.flagLost(store, one, situation.sourceNow());
                verdict = againstWhatIsHeldNow(one, merged.rows());
            }
            switch (verdict) {
                case AGREES -> counted(one, merged);
                case THINNED -> {
                    one.flag(store, Flag.THINNED, situation.sourceNow());
                    counted(one, merged);
                }
                case READ_AGAIN -> {} // somebody else has changed it meanwhile: the next census counts it
            }
            return true;
        }

        /** What the source has and cannot be merged is no agreement. */
        private void counted(HeldInterval one, MergeableRows merged) {
            if (merged.isWhole()) {
                one.counted(store, again, situation.sourceNow());
            } else {
                one.lacking(store, again, situation.sourceNow(), merged);
            }
        }

        private Verdict againstWhatIsHeldNow(HeldInterval one, List<StatsRow> rows) {
            return IntervalRows.entryNow(store, one.owner(), one.entry())
                    .map(now -> CensusPlan.judge(now, IntervalFigures.of(rows)))
                    .orElse(Verdict.READ_AGAIN);
        }
    }
}
