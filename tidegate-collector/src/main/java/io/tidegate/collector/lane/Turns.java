package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.Work;
import io.tidegate.core.status.PassOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** One database's turn in a pass of either loop: a lease if the pass has time for it, and what follows for the database. */
record Turns(CollectorTools tools, CollectorSettings settings, Prober prober, LeaseRunner leases) {
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
