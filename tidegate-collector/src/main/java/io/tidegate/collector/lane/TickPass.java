package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.ContentWork;
import io.tidegate.collector.work.PeekWork;
import io.tidegate.collector.work.Work;
import io.tidegate.core.ledger.IntervalClock.Phase;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.LedgerEntry;
import java.util.List;
import java.util.Optional;

/**
 * The heavy part of a tick: databases by oldest due, lease after lease, until the deadline; texts and plans are its last
 * lease. Confined to one thread at a time.
 */
final class TickPass {
    private final CollectorTools tools;
    private final CollectorSettings settings;
    private final Prober prober;
    private final Turns turns;

    TickPass(CollectorTools tools, CollectorSettings settings, Prober prober, LeaseRunner leases) {
        this.tools = tools;
        this.settings = settings;
        this.prober = prober;
        this.turns = new Turns(tools, settings, prober, leases);
    }

    Ended run(ProbeReport report) {
        long begun = tools.ticker().readNanos();
        PassTally tally = new PassTally();
        List<SeriesState> oldestFirst = turns.order(report, SeriesState::lastServedNanos);
        for (SeriesState state : oldestFirst) {
            Optional<Work> work = work(state, report);
            if (work.isPresent() && !serve(state, work.get(), begun, tally)) {
                return tally.ended();
            }
        }
        for (SeriesState state : oldestFirst) {
            ContentWork content =
                    new ContentWork(tools.store(), state.series(), settings.planCapBytes(), tools.threads());
            if (content.isDue()) {
                serve(state, content, begun, tally);
                break;
            }
        }
        return tally.ended();
    }

    private Optional<Work> work(SeriesState state, ProbeReport report) {
        if (!state.ladder().mayTry(tools.clock().instant())) {
            return Optional.empty();
        }
        String database = state.series().database();
        List<LedgerEntry> unheld = tools.store().unheld(state.series().key(), Kind.RUNTIME);
        List<PlannedBand> bands = turns.plan(state, unheld).tick();
        List<Long> unsettled = unsettled(state, unheld);
        boolean peeks = !unsettled.isEmpty() && isPeekDue(database, unsettled.getLast());
        if (bands.isEmpty() && !peeks && !state.isEpochSuspect()) {
            return Optional.empty();
        }
        Work read = turns.read(state, report, bands);
        if (!peeks || state.isEpochSuspect()) {
            return Optional.of(read);
        }
        Work peek = new PeekWork(
                tools.store(),
                state.series(),
                unsettled,
                report.columns(),
                tools.ticker(),
                move -> prober.states().computeIfPresent(database, (name, now) -> now.peeked(move.apply(now.peek()))));
        return Optional.of(
                bands.isEmpty()
                        ? peek
                        : (session, slice) -> {
                            var first = read.run(session, slice);
                            return slice.isSpent() ? first : first.then(peek.run(session, slice));
                        });
    }

    private boolean isPeekDue(String database, long newest) {
        long nowNanos = tools.ticker().readNanos();
        SeriesState on = prober.states()
                .computeIfPresent(database, (name, now) -> now.peeked(now.peek().on(newest, nowNanos)));
        return on != null && on.peek().isDue(nowNanos);
    }

    private static List<Long> unsettled(SeriesState state, List<LedgerEntry> unheld) {
        return unheld.stream()
                .filter(entry -> state.situation()
                                .clock()
                                .phase(entry.interval(), state.situation().sourceNow())
                        != Phase.SETTLED)
                .map(entry -> entry.interval().id())
                .toList();
    }

    /** False when the pass is over. */
    private boolean serve(SeriesState state, Work work, long begun, PassTally tally) {
        return turns.take(state, work, begun, tally, now -> tools.ticker().readNanos())
                .map(Ended::goesOn)
                .orElse(false);
    }
}
