package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.CensusWork;
import io.tidegate.collector.work.StateWork;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.ledger.HourlyDuties.Duty;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.status.PassOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The heavy part of a backfill pass: one slice per database, the one longest not served first, until the deadline; the
 * census and what was compiled and forced, once in an hour of the source, are its last leases. Confined to one thread at a time.
 */
final class BackfillPass {
    private static final int FORCING_AT_ONCE = 8;

    private final CollectorTools tools;
    private final Supplier<CollectorSettings> settings;
    private final Prober prober;
    private final Turns turns;
    private final Brake brake;
    private final Map<String, Long> servedNanos = new ConcurrentHashMap<>();

    BackfillPass(
            CollectorTools tools,
            Supplier<CollectorSettings> settings,
            Prober prober,
            LeaseRunner leases,
            Brake brake) {
        this.brake = brake;
        this.tools = tools;
        this.settings = settings;
        this.prober = prober;
        this.turns = new Turns(tools, settings, prober, leases, brake);
    }

    Ended run(ProbeReport report) {
        long begun = tools.ticker().readNanos();
        PassTally tally = new PassTally();
        brake.waits().begin(BudgetWaits.BACKFILL);
        if (!turns.renames(begun, tally)) {
            return tally.ended();
        }
        List<SeriesState> longestWaiting = turns.order(
                report, state -> servedNanos.getOrDefault(state.series().database(), Long.MIN_VALUE));
        for (SeriesState state : longestWaiting) {
            if (!slice(state, report, begun, tally)) {
                return tally.ended();
            }
        }
        if (census(turns.still(longestWaiting), report, begun, tally)) {
            forcing(turns.still(longestWaiting), report, begun, tally);
        }
        return tally.ended();
    }

    private boolean slice(SeriesState state, ProbeReport report, long begun, PassTally tally) {
        if (!state.ladder().mayTry(tools.clock().instant())) {
            return true;
        }
        if (state.isEpochSuspect()) {
            // The tick settles it within its minute; where that is switched off nobody else would.
            return settings.get().tickEnabled()
                    || serve(state, Rank.BACKFILL, turns.read(state, report, List.of()), begun, tally);
        }
        List<PlannedBand> bands = turns.backfill(state);
        return bands.isEmpty() || serve(state, Rank.BACKFILL, turns.read(state, report, bands), begun, tally);
    }

    private boolean census(List<SeriesState> states, ProbeReport report, long begun, PassTally tally) {
        for (SeriesState state : states) {
            if (!state.isCensusDue() || !state.ladder().mayTry(tools.clock().instant())) {
                continue;
            }
            CensusWork census = new CensusWork(tools.store(), state.series(), state.situation(), report.columns());
            if (!census.isDue()) {
                counted(state);
                continue;
            }
            Work once = (session, slice) -> {
                var result = census.run(session, slice);
                counted(state);
                return result;
            };
            return serve(state, Rank.CENSUS, once, begun, tally);
        }
        return true;
    }

    /** One lease for each of some databases whose hour has turned. */
    private void forcing(List<SeriesState> states, ProbeReport report, long begun, PassTally tally) {
        List<SeriesState> due = states.stream()
                .filter(state -> state.isDue(Duty.FORCING)
                        && state.ladder().mayTry(tools.clock().instant()))
                .limit(FORCING_AT_ONCE)
                .toList();
        for (SeriesState state : due) {
            StateWork read = new StateWork(
                    tools.store(),
                    state.series(),
                    state.situation().sourceNow(),
                    report.views(),
                    plans -> prober.states()
                            .computeIfPresent(state.series().database(), (name, now) -> now.made(plans)));
            Work once = (session, slice) -> {
                WorkResult result = read.run(session, slice);
                if (result.outcome() == PassOutcome.DONE) {
                    prober.states().computeIfPresent(state.series().database(), (name, now) -> now.did(Duty.FORCING));
                }
                return result;
            };
            if (!serve(state, Rank.CENSUS, once, begun, tally)) {
                return;
            }
        }
    }

    private void counted(SeriesState state) {
        prober.states().computeIfPresent(state.series().database(), (name, now) -> now.did(Duty.CENSUS));
    }

    private boolean serve(SeriesState state, Rank rank, Work work, long begun, PassTally tally) {
        Optional<Ended> ended = turns.take(state, rank, work, begun, tally, SeriesState::lastServedNanos);
        ended.filter(turn -> turn.outcome() != PassOutcome.DEFERRED)
                .ifPresent(turn -> servedNanos.put(
                        state.series().database(), tools.ticker().readNanos()));
        return ended.map(Ended::goesOn).orElse(false);
    }
}
