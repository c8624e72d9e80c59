package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.lane.PressureRule.Step;
import io.tidegate.collector.lane.PressureRule.Verdict;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.Renames;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.BandWork;
import io.tidegate.collector.work.RenameWork;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.budget.Allowance;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.WorkOrder;
import io.tidegate.core.ledger.WorkPlan;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** One database's turn in a pass of either loop: a lease if the pass has time for it, and what follows for the database. */
record Turns(
        CollectorTools tools, Supplier<CollectorSettings> settings, Prober prober, LeaseRunner leases, Brake brake) {
    /** The databases that were probed well: those that failed less first, then the one longest not served. */
    List<SeriesState> order(ProbeReport report, ToLongFunction<SeriesState> servedNanos) {
        return prober.states().values().stream()
                .filter(state -> report.databases().contains(state.series().database()))
                .sorted(Comparator.comparingInt((SeriesState s) -> s.ladder().isBackOfLine() ? 1 : 0)
                        .thenComparingLong(servedNanos)
                        .thenComparing(s -> s.series().database()))
                .toList();
    }

    /**
     * Those of some databases that can go on in this pass, as they are known now: what a pass has forked, or found suspect,
     * waits for the next probe, since what was planned for it is of another epoch.
     */
    List<SeriesState> still(List<SeriesState> some) {
        return some.stream()
                .flatMap(before -> Stream.ofNullable(
                                prober.states().get(before.series().database()))
                        .filter(now -> now.series().key().equals(before.series().key())))
                .filter(now -> !now.isEpochSuspect())
                .toList();
    }

    /** What there is for the tick to read of a database, by what the ledger has unheld of runtime stats, and of waits. */
    List<PlannedBand> tick(SeriesState state, List<LedgerEntry> unheld) {
        return WorkOrder.tick(plan(state, Kind.RUNTIME, unheld), waits(state));
    }

    /** What there is for the backfill to read of a database. */
    List<PlannedBand> backfill(SeriesState state) {
        List<LedgerEntry> unheld = tools.store().unheld(state.series().key(), Kind.RUNTIME);
        return WorkOrder.backfill(plan(state, Kind.RUNTIME, unheld), waits(state));
    }

    /** Empty where the source keeps none: none are listed there. */
    private WorkPlan waits(SeriesState state) {
        return plan(state, Kind.WAITS, tools.store().unheld(state.series().key(), Kind.WAITS));
    }

    private WorkPlan plan(SeriesState state, Kind kind, List<LedgerEntry> unheld) {
        return new WorkPlan(
                state.series().key(),
                state.situation(),
                state.ladder(),
                unheld,
                tools.store().bands(state.series().key(), kind));
    }

    /** The reading of bands; where the epoch is suspect, its settling alone. */
    Work read(SeriesState state, ProbeReport report, List<PlannedBand> bands) {
        String database = state.series().database();
        return new BandWork(
                tools.store(),
                state.series(),
                state.situation(),
                bands,
                report.columns(),
                state.isEpochSuspect(),
                state.settling(),
                series -> prober.states().computeIfPresent(database, (name, now) -> now.forked(series)),
                tools.threads());
    }

    /** Tells new names of known databases from new databases, a lease for each; false when the pass is over. */
    boolean renames(long begun, PassTally tally) {
        for (Renames.Open one : prober.renames().open()) {
            Work work = new RenameWork(
                    tools.store(),
                    one.state().series(),
                    one.list(),
                    same -> prober.renames().settle(one, same));
            Optional<Ended> ended = take(one.state(), Rank.SETTLED, work, begun, tally, SeriesState::lastServedNanos);
            if (!ended.map(Ended::goesOn).orElse(false)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes a turn; empty when the pass has no time left, which is tallied as cut. Where the budget is spent no lease is
     * tried, and the pass goes on to others, who will be told the same.
     */
    Optional<Ended> take(
            SeriesState state,
            Rank rank,
            Work work,
            long begun,
            PassTally tally,
            ToLongFunction<SeriesState> servedNanos) {
        Duration deadline = settings.get().deadline();
        Duration left = ServerLane.left(tools, begun, deadline);
        if (left.compareTo(deadline.dividedBy(4)) < 0) {
            tally.add(new Ended(PassOutcome.CUT, "", null, null));
            return Optional.empty();
        }
        String database = state.series().database();
        Allowance allowance = brake.ask(database, rank);
        if (!allowance.isGranted()) {
            return Optional.of(refused(database, allowance, tally));
        }
        Verdict pressure = brake.look();
        if (pressure.step() == Step.DEFER) {
            return Optional.of(deferred(database, pressure, tally));
        }
        ReadBudget whole = ServerLane.within(
                        state.ladder().budget(settings.get().budget()), left)
                .atMost(allowance.left());
        Pressing pressing = brake.pressing(pressure);
        ReadBudget slice = pressure.step() == Step.SHRINK
                ? whole.halved(2).atMost(whole.time().dividedBy(4))
                : whole;
        Ended ended = leases.run(database, left, slice, inItsEpoch(state, work), pressing)
                .noting(pressing.note());
        prober.states()
                .computeIfPresent(
                        database,
                        (name, now) ->
                                PassTally.after(now, ended, tools.clock().instant(), servedNanos.applyAsLong(now)));
        tally.add(ended);
        return Optional.of(ended);
    }

    /** Under the lease, since the other loop may have forked the series before this one had it: nothing is read for an epoch that has ended. */
    private Work inItsEpoch(SeriesState state, Work work) {
        return (session, slice) -> {
            SeriesState now = prober.states().get(state.series().database());
            boolean isStill =
                    now == null || now.series().key().equals(state.series().key());
            return isStill ? work.run(session, slice) : WorkResult.of(PassOutcome.CUT, 0);
        };
    }

    /** Deferred by the budget; the first time in a pass it is journalled, as any deferral. */
    Ended refused(String database, Allowance allowance, PassTally tally) {
        Ended ended = Ended.byBudget(allowance);
        if (tally.isFirstByBudget()) {
            leases.deferred(database, new DeferredBy(DeferredBy.Kind.BUDGET, allowance.words(), null));
        }
        tally.add(ended);
        return ended;
    }

    /** Deferred by pressure: so would be any other database of the server, and the pass ends. */
    private Ended deferred(String database, Verdict pressure, PassTally tally) {
        Ended ended = Ended.byPressure(pressure);
        leases.deferred(database, new DeferredBy(DeferredBy.Kind.PRESSURE, pressure.why(), null));
        tally.add(ended);
        return ended;
    }
}
