package io.tidegate.collector;

import io.tidegate.collector.lane.LookedAt;
import io.tidegate.collector.lane.VerifyFindings;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.ServerRecord;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is held of a server beside what was compared with it. Earlier lives, and databases that the server was asked for and does
 * not list, are gone at the source; of any other one it is said why it was not compared. Thread-safe; blocks for the store.
 *
 * @param history what is stored
 * @param scope what was asked for
 * @param findings takes what is found
 */
record VerifyRemainder(HistoryReader history, Scope scope, VerifyFindings findings) {
    /** Says it of one server. */
    void of(String server, LookedAt looked) {
        List<SeriesRecord> all = history.allSeries();
        List<SeriesRecord> here = here(server, all);
        Set<SeriesKey> current = new HashSet<>(looked.series());
        here.stream()
                .filter(series -> isNewest(series.key(), all))
                .map(SeriesRecord::key)
                .forEach(current::add);
        for (SeriesRecord series : here) {
            if (looked.series().contains(series.key())) {
                continue;
            }
            for (Kind kind : Kind.values()) {
                if (current.contains(series.key())) {
                    newest(server, series, kind, looked.whyNot(series.database()));
                } else {
                    earlier(server, series, kind, current);
                }
            }
        }
        if (looked.isFault() && scope.database() == null && findings.isEmpty(server)) {
            findings.of(server, "", Kind.RUNTIME).unverified(looked.why(), false);
        }
    }

    /** The scope's series that were last read from a server. */
    private List<SeriesRecord> here(String server, List<SeriesRecord> all) {
        Set<Integer> ids = history.servers().stream()
                .filter(one -> one.name().equals(server))
                .map(ServerRecord::id)
                .collect(Collectors.toSet());
        return all.stream()
                .filter(series -> ids.contains(series.serverId()))
                .filter(series -> scope.database() == null || scope.database().equals(series.database()))
                .toList();
    }

    private static boolean isNewest(SeriesKey key, List<SeriesRecord> all) {
        return all.stream().map(SeriesRecord::key).noneMatch(key::isEarlierEpochOf);
    }

    /** The life that the database has now, as far as we know: with what it has of the earlier ones. */
    private void newest(String server, SeriesRecord series, Kind kind, Optional<String> whyNot) {
        Instant from = scope.from(series.sourceNow());
        List<LedgerEntry> held = history.ledger(series.key(), kind).stream()
                .filter(entry ->
                        entry.state().isStored() && !entry.interval().start().isBefore(from))
                .toList();
        long there = held.stream().filter(entry -> entry.goneAt() == null).count();
        if (held.isEmpty()) {
            return;
        }
        VerifyFindings.Row row = findings.of(server, series.database(), kind);
        row.held(held.size());
        row.gone(whyNot.isPresent() ? held.size() - there : held.size());
        if (there > 0) {
            whyNot.ifPresent(why -> row.unverified(why, false));
        }
    }

    private void earlier(String server, SeriesRecord series, Kind kind, Set<SeriesKey> current) {
        Instant from = scope.from(series.sourceNow());
        Set<RuntimeStatsInterval> inherited = inherited(series.key(), kind, current);
        long held = history.ledger(series.key(), kind).stream()
                .filter(entry -> entry.state() == LedgerEntry.State.HELD
                        && !entry.interval().start().isBefore(from)
                        && (entry.flags().contains(Flag.SUPERSEDED) || !inherited.contains(entry.interval())))
                .count();
        if (held > 0) {
            VerifyFindings.Row row = findings.of(server, series.database(), kind);
            row.held(held);
            row.gone(held);
        }
    }

    /** What a later life has of this one: that is spoken of there. */
    private Set<RuntimeStatsInterval> inherited(SeriesKey of, Kind kind, Set<SeriesKey> current) {
        return current.stream()
                .filter(later -> later.isSameLineage(of))
                .flatMap(later -> history.ledger(later, kind).stream())
                .filter(entry -> entry.state() == LedgerEntry.State.INHERITED)
                .map(LedgerEntry::interval)
                .collect(Collectors.toSet());
    }

    /**
     * What a user must know of the whole: servers that are not configured and so were not asked; that nothing was compared
     * although something is held. Empty when all is said by the findings.
     */
    String notice(Set<String> configured) {
        List<SeriesRecord> all = history.allSeries();
        List<String> left = history.servers().stream()
                .filter(server -> scope.server() == null || scope.server().equals(server.name()))
                .map(ServerRecord::name)
                .filter(name -> !configured.contains(name))
                .filter(name -> here(name, all).stream().anyMatch(this::isHeld))
                .map(name -> "'" + name + "'")
                .toList();
        if (!left.isEmpty()) {
            return "not compared, since not configured: " + String.join(", ", left);
        }
        boolean isNothing = findings.rows().isEmpty() && all.stream().anyMatch(this::isHeld);
        return isNothing ? "nothing that is held lies in what was asked for: nothing was compared" : "";
    }

    private boolean isHeld(SeriesRecord series) {
        for (Kind kind : Kind.values()) {
            if (history.ledger(series.key(), kind).stream()
                    .anyMatch(entry -> entry.state().isStored())) {
                return true;
            }
        }
        return false;
    }
}
