package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.ledger.CensusPlan.Verdict;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts held intervals at the source once more, as {@link CensusPlan} says: what agrees is verified, what may be more is
 * read again and merged, less is noted as thinned. Nothing held is ever lowered by it. Immutable.
 */
public final class CensusWork implements Work {
    private static final int AT_ONCE = 500;
    private static final int PAGE_INTERVALS = 2_000;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Situation situation;
    private final StoreColumns columns;
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
        this.due = due();
    }

    private List<LedgerEntry> due() {
        Duration page = situation.intervalLength().multipliedBy(PAGE_INTERVALS);
        Instant to = situation.sourceNow();
        List<LedgerEntry> due = List.of();
        for (Instant from = CensusPlan.oldest(situation); from.isBefore(to); from = from.plus(page)) {
            List<LedgerEntry> candidates = new ArrayList<>(due);
            for (Kind kind : Kind.values()) {
                candidates.addAll(store.entries(series.key(), kind, from, earlier(from.plus(page), to)));
            }
            due = CensusPlan.next(candidates, to, AT_ONCE);
        }
        return due;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
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
        for (Kind kind : Kind.values()) {
            List<LedgerEntry> some =
                    due.stream().filter(entry -> entry.kind() == kind).toList();
            for (CensusPlan.Count count :
                    CensusPlan.statements(some, situation.layout().of(kind))) {
                if (slice.isSpent() || !count(session, slice, kind, count)) {
                    return WorkResult.of(PassOutcome.CUT, 0);
                }
            }
        }
        return WorkResult.of(PassOutcome.DONE, 0);
    }

    /** False when it was cut. */
    private boolean count(HeavySession session, Slice slice, Kind kind, CensusPlan.Count statement) {
        IntervalCounts counts = IntervalCounts.census(session, slice, series.database(), kind, statement);
        for (LedgerEntry entry : statement.entries()) {
            IntervalFigures counted = counts.of(entry);
            if (counted == null || !judged(session, slice, entry, counted)) {
                return false;
            }
        }
        return true;
    }

    private boolean judged(HeavySession session, Slice slice, LedgerEntry entry, IntervalFigures counted) {
        Verdict verdict = CensusPlan.judge(entry, counted);
        if (verdict == Verdict.READ_AGAIN) {
            List<StatsRow> rows = IntervalRows.read(session, slice, series.database(), columns, entry);
            if (rows == null) {
                return false;
            }
            store.correct(0, series.key(), entry.kind(), entry.interval().id(), entry.revision(), rows);
            verdict = againstWhatIsHeldNow(entry, rows);
        }
        note(entry, verdict);
        return true;
    }

    private Verdict againstWhatIsHeldNow(LedgerEntry entry, List<StatsRow> rows) {
        return IntervalRows.entryNow(store, series.key(), entry)
                .map(now -> CensusPlan.judge(now, IntervalFigures.of(rows)))
                .orElse(Verdict.READ_AGAIN);
    }

    private void note(LedgerEntry entry, Verdict verdict) {
        switch (verdict) {
            case AGREES -> flag(entry, Flag.VERIFIED);
            case THINNED -> flag(entry, Flag.THINNED);
            case READ_AGAIN -> {} // somebody else has changed it meanwhile: the next census counts it
        }
    }

    private void flag(LedgerEntry entry, Flag flag) {
        store.flag(series.key(), entry.kind(), entry.interval().id(), flag, situation.sourceNow());
    }
}
