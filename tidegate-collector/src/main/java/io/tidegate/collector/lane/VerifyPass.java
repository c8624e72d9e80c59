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
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares one server's held intervals with it, lease after lease; whoever has the lease is told, and nobody is waited for.
 * A server that the loops leave alone (switched off, quiet hours, at rest, tried again later) is left alone here too.
 * Confined to one thread at a time.
 */
final class VerifyPass {
    private final CollectorTools tools;
    private final String server;
    private final Prober prober;
    private final Turns turns;
    private final Switches switches;
    private final Reconnect reconnect;

    VerifyPass(
            CollectorTools tools, String server, Prober prober, Turns turns, Switches switches, Reconnect reconnect) {
        this.tools = tools;
        this.server = server;
        this.prober = prober;
        this.turns = turns;
        this.switches = switches;
        this.reconnect = reconnect;
    }

    /** Compares; says how far it looked. Blocks; throws nothing for what a server or a store does. */
    LookedAt run(Scope scope, VerifyFindings findings) {
        Optional<String> alone = switches.server().or(prober::resting).or(this::away);
        if (alone.isPresent()) {
            return LookedAt.not(alone.get());
        }
        try {
            long logins = prober.logins();
            ProbeReport report = prober.probeAll();
            reconnect.probed(prober.logins() > logins);
            Optional<String> twin = prober.twin();
            return twin.isPresent() ? LookedAt.not(twin.get()) : databases(scope, report, findings);
        } catch (SqlServerException failed) {
            reconnect.failed(failed.fault());
            return LookedAt.failed(failed.fault().message());
        } catch (StoreException failed) {
            return LookedAt.failed(failed(failed));
        }
    }

    /** Whoever is let through here has the turn of the loops, and they have his. */
    private Optional<String> away() {
        Duration away = reconnect.ask();
        return away.isZero()
                ? Optional.empty()
                : Optional.of("the last try failed (see 'tidegate status'); next try at "
                        + tools.clock().instant().plus(away).truncatedTo(ChronoUnit.SECONDS));
    }

    private LookedAt databases(Scope scope, ProbeReport report, VerifyFindings findings) {
        Set<SeriesKey> spokenOf = new HashSet<>();
        Optional<String> refused = Optional.empty();
        for (SeriesState state : states(scope)) {
            spokenOf.add(state.series().key());
            for (Kind kind : Kind.values()) {
                try {
                    refused = database(scope, report, state, kind, findings, refused);
                } catch (StoreException failed) {
                    findings.of(server, state.series().database(), kind).unverified(failed(failed), false);
                }
            }
        }
        return new LookedAt(spokenOf, report.unread(), "", false);
    }

    private static String failed(StoreException failed) {
        return "the store failed: " + failed.getMessage();
    }

    private List<SeriesState> states(Scope scope) {
        return prober.states().values().stream()
                .filter(state -> scope.database() == null
                        || scope.database().equals(state.series().database()))
                .toList();
    }

    /** Compares; once a login was refused no other one is tried. Gives back the refusal. */
    private Optional<String> database(
            Scope scope,
            ProbeReport report,
            SeriesState state,
            Kind kind,
            VerifyFindings findings,
            Optional<String> refused) {
        Instant now = state.situation().sourceNow();
        List<LedgerEntry> held =
                new ArrayList<>(tools.store().entries(state.series().key(), kind, scope.from(now), now));
        held.removeIf(entry -> !entry.state().isStored());
        if (held.isEmpty()) {
            return refused;
        }
        String database = state.series().database();
        VerifyFindings.Row row = findings.of(server, database, kind);
        row.held(held.size());
        int all = held.size();
        held.removeIf(entry -> entry.goneAt() != null);
        row.gone(all - held.size());
        if (held.isEmpty()) {
            return refused; // nothing is left there to compare with
        }
        if (!report.databases().contains(database)) {
            row.unverified(report.unread().getOrDefault(database, "it cannot be read now"), false);
        } else if (state.isEpochSuspect()) {
            row.unverified("its Query Store may have begun a new life; the next pass finds out", false);
        } else if (refused.isPresent()) {
            row.unverified(refused.get(), false);
        } else {
            return compare(report, state, kind, held, row);
        }
        return refused;
    }

    private Optional<String> compare(
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
            Optional<Fault> refusal = ended.flatMap(one -> Optional.ofNullable(one.refusal()));
            refusal.ifPresent(reconnect::failed);
            if (outcome == PassOutcome.DEFERRED) {
                row.unverified(detail, true);
                return Optional.empty();
            }
            boolean goesOn = outcome == PassOutcome.DONE || outcome == PassOutcome.CUT;
            if (!goesOn || (work.left() == before && before > 0)) {
                row.unverified(goesOn ? stopped(state) : detail, false);
                return refusal.map(Fault::message);
            }
        }
        return Optional.empty();
    }

    private String stopped(SeriesState state) {
        return turns.still(List.of(state)).isEmpty()
                ? "its Query Store began a new life meanwhile; verify again"
                : "cut before one interval was compared";
    }
}
