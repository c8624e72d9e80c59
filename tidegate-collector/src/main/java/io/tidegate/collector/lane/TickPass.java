package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.ContentWork;
import io.tidegate.collector.work.LargePlanTries;
import io.tidegate.collector.work.PeekWork;
import io.tidegate.collector.work.Work;
import io.tidegate.core.budget.Allowance;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.ledger.IntervalClock.Phase;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.LedgerEntry;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * The heavy part of a tick: databases by oldest due, lease after lease, until the deadline; texts and plans are its last
 * lease. Confined to one thread at a time.
 */
final class TickPass {
    private final CollectorTools tools;
    private final Supplier<CollectorSettings> settings;
    private final Prober prober;
    private final Turns turns;
    private final Brake brake;
    private final LargePlanTries large;

    TickPass(
            CollectorTools tools,
            Supplier<CollectorSettings> settings,
            Prober prober,
            LeaseRunner leases,
            Brake brake) {
        this.brake = brake;
        this.tools = tools;
        this.settings = settings;
        this.prober = prober;
        this.large = new LargePlanTries(tools.ticker());
        this.turns = new Turns(tools, settings, prober, leases, brake);
    }

    Ended run(ProbeReport report) {
        long begun = tools.ticker().readNanos();
        PassTally tally = new PassTally();
        brake.waits().begin(BudgetWaits.TICK);
        if (!turns.renames(begun, tally)) {
            return tally.ended();
        }
        List<SeriesState> oldestFirst = turns.order(report, SeriesState::lastServedNanos);
        for (SeriesState state : oldestFirst) {
            if (state.ladder().mayTry(tools.clock().instant()) && !serve(state, due(state), report, begun, tally)) {
                return tally.ended();
            }
        }
        for (SeriesState state : turns.still(oldestFirst)) {
            if (!state.ladder().mayTry(tools.clock().instant())) {
                continue;
            }
            ContentWork content = new ContentWork(
                    tools.store(), state.series(), settings.get().planCapBytes(), large, tools.threads());
            if (content.isDue()) {
                take(state, Rank.CONTENT, content, begun, tally);
                break;
            }
        }
        return tally.ended();
    }

    /** What a database has for the tick. */
    private record Due(List<PlannedBand> bands, List<RuntimeStatsInterval> unsettled, boolean isEpochSuspect) {
        boolean isRead() {
            return !bands.isEmpty() || isEpochSuspect;
        }

        boolean isPeek() {
            return !unsettled.isEmpty() && !isEpochSuspect;
        }
    }

    private Due due(SeriesState state) {
        List<LedgerEntry> unheld = tools.store().unheld(state.series().key(), Kind.RUNTIME);
        List<RuntimeStatsInterval> unsettled = unsettled(state, unheld);
        boolean peeks = !unsettled.isEmpty()
                && isPeekDue(state.series().database(), unsettled.getLast().id());
        return new Due(
                turns.tick(state, unheld), peeks ? unsettled : List.<RuntimeStatsInterval>of(), state.isEpochSuspect());
    }

    /** False when the pass is over. */
    private boolean serve(SeriesState state, Due due, ProbeReport report, long begun, PassTally tally) {
        Work peek = due.isPeek() ? peek(state, due.unsettled(), report) : null;
        if (due.isRead()) {
            Work read = turns.read(state, report, due.bands());
            return take(state, Rank.SETTLED, peek == null ? read : then(state, read, peek), begun, tally);
        }
        return peek == null || take(state, Rank.PEEK, peek, begun, tally);
    }

    /** Both under one lease; the peek only as far as peeks may use the budget. */
    private Work then(SeriesState state, Work read, Work peek) {
        return (session, slice) -> {
            var first = read.run(session, slice);
            if (slice.isSpent() || turns.still(List.of(state)).isEmpty()) {
                return first;
            }
            Allowance left = brake.ask(state.series().database(), Rank.PEEK);
            return left.isGranted() ? first.then(peek.run(session, slice.atMost(left.left()))) : first;
        };
    }

    private Work peek(SeriesState state, List<RuntimeStatsInterval> unsettled, ProbeReport report) {
        String database = state.series().database();
        return new PeekWork(
                tools.store(),
                state.series(),
                state.situation(),
                unsettled,
                report.columns(),
                tools.ticker(),
                brake.pace(report.databases().size()),
                new ReadBudget(
                        settings.get().budget().bytes(),
                        settings.get().budget().rows(),
                        settings.get().read()),
                move -> prober.states().computeIfPresent(database, (name, now) -> now.peeked(move.apply(now.peek()))),
                belief -> prober.states()
                        .computeIfPresent(database, (name, now) -> now.lies(belief.apply(now.layout()))));
    }

    private boolean isPeekDue(String database, long newest) {
        long nowNanos = tools.ticker().readNanos();
        SeriesState on = prober.states()
                .computeIfPresent(database, (name, now) -> now.peeked(now.peek().on(newest, nowNanos)));
        return on != null && on.peek().isDue(nowNanos);
    }

    /** Of which a peek may bring something new. */
    private static List<RuntimeStatsInterval> unsettled(SeriesState state, List<LedgerEntry> unheld) {
        IntervalClock clock = state.situation().clock();
        Instant now = state.situation().sourceNow();
        return unheld.stream()
                .map(LedgerEntry::interval)
                .filter(interval -> clock.phase(interval, now) != Phase.SETTLED)
                .filter(interval -> !state.peek().hasSeen(interval, clock, now))
                .toList();
    }

    private boolean take(SeriesState state, Rank rank, Work work, long begun, PassTally tally) {
        return turns.take(state, rank, work, begun, tally, now -> tools.ticker().readNanos())
                .map(Ended::goesOn)
                .orElse(false);
    }
}
