package io.tidegate.collector.work;

import io.tidegate.core.budget.PeekPace;
import io.tidegate.core.ledger.Layout;
import io.tidegate.core.ledger.LayoutBelief;
import io.tidegate.core.ledger.PeekSchedule;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.RowMerger;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.PeekBatch;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.SessionCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Looks at intervals that have not settled: their rows are cumulative, so that each peek takes the place of the one
 * before, whole or not at all. One that is cut is dropped. It counts towards <em>open, too large to peek</em> only where it
 * has used up all that a peek may: where pressure, the budget of the hour, the deadline, an earlier read of the lease or
 * somebody who waits left it less, that says nothing of the interval's size.
 */
public final class PeekWork implements Work {
    private static final int BATCH_ROWS = 4 * 1024 * 1024 / RuntimeRow.FIXED_BYTES;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Situation situation;
    private final List<RuntimeStatsInterval> intervals;
    private final StoreColumns columns;
    private final Ticker ticker;
    private final PeekPace pace;
    private final ReadBudget most;
    private final Consumer<UnaryOperator<PeekSchedule>> schedule;
    private final Consumer<UnaryOperator<LayoutBelief>> layout;

    /**
     * The work.
     *
     * @param store where peeks go
     * @param series whose
     * @param situation the source as last probed
     * @param intervals listed ones that have not settled, ascending
     * @param columns what the server's views have
     * @param ticker for what the peek takes
     * @param pace how often its server's budget allows that
     * @param most what one peek may read and take at most, where nothing else leaves it less
     * @param schedule told how the schedule moves
     * @param layout told what a whole peek says of how rows lie, where the budget has the session's cost read anyway
     */
    public PeekWork(
            CollectorStore store,
            SeriesRecord series,
            Situation situation,
            List<RuntimeStatsInterval> intervals,
            StoreColumns columns,
            Ticker ticker,
            PeekPace pace,
            ReadBudget most,
            Consumer<UnaryOperator<PeekSchedule>> schedule,
            Consumer<UnaryOperator<LayoutBelief>> layout) {
        this.store = store;
        this.series = series;
        this.situation = situation;
        this.intervals = List.copyOf(intervals);
        this.columns = columns;
        this.ticker = ticker;
        this.pace = pace;
        this.most = most;
        this.schedule = schedule;
        this.layout = layout;
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        costSoFar(session);
        long begun = ticker.readNanos();
        long rowsBefore = slice.meter().rows();
        long bytesBefore = slice.meter().bytes();
        for (RuntimeStatsInterval interval : intervals) {
            session.worksOn(interval.start(), interval.end());
            if (slice.isSpent() || !peek(session, slice, interval.id())) {
                boolean isTooLarge = most.spent(
                                slice.meter().bytes() - bytesBefore,
                                slice.meter().rows() - rowsBefore,
                                Duration.ofNanos(ticker.readNanos() - begun))
                        != ReadBudget.Limit.NONE;
                long ended = ticker.readNanos();
                schedule.accept(now -> isTooLarge ? now.afterCut(ended) : now.afterOtherCut(ended));
                return WorkResult.of(PassOutcome.CUT, 0);
            }
        }
        Duration took = Duration.ofNanos(ticker.readNanos() - begun);
        Optional<SessionCost> cost = costSoFar(session);
        Duration spacing =
                pace.spacing(took, cost.map(c -> Duration.ofMillis(c.cpuMs())).orElse(took));
        schedule.accept(now -> now.afterPeek(took, spacing, begun, situation.sourceNow()));
        cost.ifPresent(c -> learn(slice.meter().rows() - rowsBefore, c.logicalReads()));
        return WorkResult.of(PassOutcome.DONE, 0);
    }

    /** One interval of those peeked at, on average. */
    private void learn(long rows, long pages) {
        int read = Math.max(1, intervals.size());
        layout.accept(now ->
                now.afterInterval(rows / read, pages / read, situation.options().currentSizeMb()));
    }

    /** What the session has cost since it was asked last; where nothing is limited nobody needs to know. */
    private Optional<SessionCost> costSoFar(HeavySession session) {
        if (pace.budget().isUnlimited()) {
            return Optional.empty();
        }
        try {
            return Optional.of(session.charge());
        } catch (SqlServerException unread) {
            if (unread.fault().endsSession()) {
                throw unread;
            }
            return Optional.empty();
        }
    }

    private boolean peek(HeavySession session, Slice slice, long interval) {
        SeriesKey key = series.key();
        long number = store.lastPeekNumber(key, interval) + 1;
        Merged merged = new Merged(key, interval, number);
        StatsRead read = new RuntimeStatsReader(columns)
                .read(
                        session,
                        series.database(),
                        new StatsRange(interval, interval, situation.layout() == Layout.BY_PLAN, null),
                        slice.limits(),
                        merged::accept);
        slice.meter().count(read.end().rows(), read.end().bytes());
        if (!read.end().isComplete()) {
            store.dropPeek(key, interval, number);
            return false;
        }
        if (!identified(session, slice, merged.plans)) {
            store.dropPeek(key, interval, number);
            return false;
        }
        merged.finish();
        return true;
    }

    /**
     * Asks for the identities of plans that are new: one that runs only once may be gone before its interval is held. What
     * was cut is asked for by the next peek. False when the source may live in another epoch.
     */
    private boolean identified(HeavySession session, Slice slice, Set<Long> plans) {
        LateIdentities late = LateIdentities.ofPlans(store, series.key(), series.database(), session, slice, plans);
        if (late.found().isEmpty()) {
            return true;
        }
        try {
            new SourceWitnesses(session, series.database(), slice)
                    .requireSameEpoch(SourceWitnesses.known(store, series.key()));
        } catch (SliceOver other) {
            return false;
        }
        late.store(store, series.key());
        return true;
    }

    /** Adds up parts within the read, and stages them batch by batch under the peek's number. */
    private final class Merged {
        private final RowMerger<RuntimeRow> merger = RowMerger.runtime();
        private final SeriesKey key;
        private final long interval;
        private final long number;
        private final Set<Long> plans = new HashSet<>();
        private List<RuntimeRow> batch = new ArrayList<>();

        Merged(SeriesKey key, long interval, long number) {
            this.key = key;
            this.interval = interval;
            this.number = number;
        }

        void accept(RuntimeRow part) {
            plans.add(part.key().planId());
            RuntimeRow finished = merger.accept(part);
            if (finished != null) {
                batch.add(finished);
                if (batch.size() >= BATCH_ROWS) {
                    send(false);
                }
            }
        }

        void finish() {
            RuntimeRow last = merger.finish();
            if (last != null) {
                batch.add(last);
            }
            send(true);
        }

        private void send(boolean isLast) {
            store.peek(new PeekBatch(0, key, interval, number, batch, isLast));
            batch = new ArrayList<>();
        }
    }
}
