package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.BandWork;
import io.tidegate.collector.work.Work;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.ledger.WorkPlan;
import io.tidegate.core.model.Kind;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** One database's turn in a pass of either loop: a lease if the pass has time for it, and what follows for the database. */
record Turns(CollectorTools tools, CollectorSettings settings, Prober prober, LeaseRunner leases) {
    /** The databases that were probed well: those that failed less first, then the one longest not served. */
    List<SeriesState> order(ProbeReport report, ToLongFunction<SeriesState> servedNanos) {
        return prober.states().values().stream()
                .filter(state -> report.databases().contains(state.series().database()))
                .sorted(Comparator.comparingInt((SeriesState s) -> s.ladder().isBackOfLine() ? 1 : 0)
                        .thenComparingLong(servedNanos)
                        .thenComparing(s -> s.series().database()))
                .toList();
    }

    /** What there is to read of a database, by what the ledger has unheld. */
    WorkPlan plan(SeriesState state, List<LedgerEntry> unheld) {
        return new WorkPlan(
                state.series().key(),
                state.situation(),
                state.ladder(),
                unheld,
                tools.store().bands(state.series().key(), Kind.RUNTIME));
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
                series -> prober.states().computeIfPresent(database, (name, now) -> now.forked(series)),
                tools.threads());
    }

    /** Takes a turn; empty when the pass has no time left, which is tallied as cut. */
    Optional<Ended> take(
            SeriesState state, Work work, long begun, PassTally tally, ToLongFunction<SeriesState> servedNanos) {
        Duration left = ServerLane.left(tools, begun, settings.deadline());
        if (left.compareTo(settings.deadline().dividedBy(4)) < 0) {
            tally.add(new Ended(PassOutcome.CUT, "", null, null));
            return Optional.empty();
        }
        String database = state.series().database();
        Ended ended =
                leases.run(database, left, ServerLane.within(state.ladder().budget(settings.budget()), left), work);
        prober.states()
                .computeIfPresent(
                        database,
                        (name, now) ->
                                PassTally.after(now, ended, tools.clock().instant(), servedNanos.applyAsLong(now)));
        tally.add(ended);
        return Optional.of(ended);
    }
}
