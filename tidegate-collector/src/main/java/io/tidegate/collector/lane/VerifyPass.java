package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.VerifyWork;
import io.tidegate.core.budget.Rank;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.StoreException;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares one server's held intervals with it, lease after lease; whoever has the lease is told, and nobody is waited for.
 * Confined to one thread at a time.
 */
final class VerifyPass {
    private final CollectorTools tools;
    private final String server;
    private final Prober prober;
    private final Turns turns;

    VerifyPass(CollectorTools tools, String server, Prober prober, Turns turns) {
        this.tools = tools;
        this.server = server;
        this.prober = prober;
        this.turns = turns;
    }

    /** Compares; gives back the series that it has spoken of. Blocks; throws nothing for what a server or a store does. */
    Set<SeriesKey> run(Scope scope, VerifyFindings findings) {
        Set<SeriesKey> spokenOf = new HashSet<>();
        try {
            ProbeReport report = prober.probe();
            for (SeriesState state : states(scope)) {
                spokenOf.add(state.series().key());
                for (Kind kind : Kind.values()) {
                    database(scope, report, state, kind, findings);
                }
            }
        } catch (SqlServerException failed) {
            findings.of(server, "", Kind.RUNTIME).unverified(failed.fault().message(), false);
        } catch (StoreException failed) {
            findings.of(server, "", Kind.RUNTIME).unverified("the store failed: " + failed.getMessage(), false);
        }
        return spokenOf;
    }

    private List<SeriesState> states(Scope scope) {
        return prober.states().values().stream()
                .filter(state -> scope.database() == null
                        || scope.database().equals(state.series().database()))
                .toList();
    }

    private void database(Scope scope, ProbeReport report, SeriesState state, Kind kind, VerifyFindings findings) {
        Instant now = state.situation().sourceNow();
        List<LedgerEntry> held =
                new ArrayList<>(tools.store().entries(state.series().key(), kind, scope.from(now), now));
        held.removeIf(entry -> !entry.state().isStored());
        if (held.isEmpty()) {
            return;
        }
        String database = state.series().database();
        VerifyFindings.Row row = findings.of(server, database, kind);
        row.held(held.size());
        int all = held.size();
        held.removeIf(entry -> entry.goneAt() != null);
        row.gone(all - held.size());
        if (!report.databases().contains(database)) {
            var fault = report.faults().get(database);
            row.unverified(fault == null ? "it cannot be read now" : fault.message(), false);
        } else if (state.isEpochSuspect()) {
            row.unverified("its Query Store may have begun a new life; the next pass finds out", false);
        } else {
            compare(report, state, kind, held, row);
        }
    }

    private void compare(
            ProbeReport report, SeriesState state, Kind kind, List<LedgerEntry> held, VerifyFindings.Row row) {
        VerifyWork work = new VerifyWork(
                tools.store(),
                state.series(),
                state.situation(),
                report.columns(),
                kind,
                held,
                row::found,
                tools.threads());
        while (work.left() > 0) {
            int before = work.left();
            long begun = tools.ticker().readNanos();
            Optional<Ended> ended =
                    turns.take(state, Rank.CENSUS, work, begun, new PassTally(), SeriesState::lastServedNanos);
            PassOutcome outcome = ended.map(Ended::outcome).orElse(PassOutcome.CUT);
            String detail = ended.map(Ended::detail).orElse("");
            if (outcome == PassOutcome.DEFERRED) {
                row.unverified(detail, true);
                return;
            }
            boolean goesOn = outcome == PassOutcome.DONE || outcome == PassOutcome.CUT;
            if (!goesOn || (work.left() == before && before > 0)) {
                row.unverified(goesOn ? stopped(state) : detail, false);
                return;
            }
        }
    }

    private String stopped(SeriesState state) {
        return turns.still(List.of(state)).isEmpty()
                ? "its Query Store began a new life meanwhile; verify again"
                : "cut before one interval was compared";
    }
}
