package io.tidegate.collector.probe;

import io.tidegate.core.ledger.HourlyDuties.Duty;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.StateReader;
import io.tidegate.sqlserver.read.ViewColumns;
import io.tidegate.sqlserver.session.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads what is light of Query Store's own state, by the source's hour and whenever a probe sees other options, and keeps
 * what changed. What cannot be read is told, and keeps nothing else from being read. Thread-safe.
 */
final class StateKeeper {
    /** So that a server of many databases is not asked for the state of all of them at once. */
    private static final int AT_ONCE = 10;

    private static final int MOST_ROWS = 20_000;

    private static final List<StateTable> LIGHT = List.of(
            StateTable.OPTIONS,
            StateTable.CONTEXT_SETTINGS,
            StateTable.QUERY_HINT,
            StateTable.QUERY_VARIANT,
            StateTable.PLAN_FEEDBACK,
            StateTable.REPLICA,
            StateTable.FORCING_LOCATION,
            StateTable.TUNING_RECOMMENDATION);

    private final CollectorStore store;
    private final Map<String, Looks> looks = new ConcurrentHashMap<>();
    private final Map<String, List<Degradation>> degraded = new ConcurrentHashMap<>();
    private final ReplicaGroups groups = new ReplicaGroups();

    StateKeeper(CollectorStore store) {
        this.store = store;
    }

    /** How the options of a series looked at a probe, but for the size, which always changes. */
    private record Looks(SeriesKey series, QueryStoreOptions options, long mark) {
        static Looks of(SeriesKey series, DatabaseProbe.Seen seen) {
            QueryStoreOptions o = seen.options();
            QueryStoreOptions sizeless = new QueryStoreOptions(
                    o.actualState(),
                    o.readonlyReason(),
                    o.flushIntervalSeconds(),
                    o.intervalLengthMinutes(),
                    o.staleThresholdDays(),
                    0,
                    o.maxSizeMb(),
                    o.sizeBasedCleanup());
            return new Looks(series, sizeless, seen.optionsMark());
        }
    }

    /** Some of those whose hour has turned or whose options look other; never one whose ids may have a new life. */
    void readSome(Channel channel, ViewColumns columns, List<DatabaseProbe> probes, Map<String, SeriesState> states) {
        int left = AT_ONCE;
        for (DatabaseProbe probe : probes) {
            SeriesState state = states.get(probe.database());
            if (left == 0 || state == null || state.isEpochSuspect() || !(probe instanceof DatabaseProbe.Seen seen)) {
                continue;
            }
            SeriesKey series = state.series().key();
            if (state.isDue(Duty.STATE) || looksOther(series, seen)) {
                read(channel, columns, series, seen);
                states.computeIfPresent(seen.database(), (name, now) -> now.did(Duty.STATE));
                left--;
            }
        }
    }

    /** Whether a probe sees other options than the last reading did. */
    private boolean looksOther(SeriesKey series, DatabaseProbe.Seen seen) {
        return !Looks.of(series, seen).equals(looks.get(seen.database()));
    }

    /** Reads all that is light of a database. Blocks for some light batches. Throws only when the session is gone. */
    private void read(Channel channel, ViewColumns columns, SeriesKey series, DatabaseProbe.Seen seen) {
        List<Degradation> missing = new ArrayList<>();
        for (StateTable table : LIGHT) {
            Optional<Degradation> not = table(channel, columns, table, series, seen);
            not.ifPresent(missing::add);
            if (not.isPresent() && not.get().kind() == Degradation.Kind.FAILED) {
                break; // what follows would fail alike: one bad database costs one line
            }
        }
        looks.put(seen.database(), Looks.of(series, seen));
        degraded.put(seen.database(), List.copyOf(missing));
    }

    private Optional<Degradation> table(
            Channel channel, ViewColumns columns, StateTable table, SeriesKey series, DatabaseProbe.Seen seen) {
        String database = seen.database();
        if (!columns.has(table)) {
            return Optional.of(new Degradation(Degradation.Kind.NOT_THERE, table, database, ""));
        }
        Optional<List<StateRow>> rows;
        try {
            rows = StateReader.light(channel, columns, table, database, MOST_ROWS);
        } catch (SqlServerException failed) {
            Fault fault = failed.fault();
            if (fault.endsSession()) {
                throw failed;
            }
            return Optional.of(Degradation.of(table, database, fault));
        }
        if (rows.isEmpty()) {
            return Optional.of(new Degradation(Degradation.Kind.TOO_MANY, table, database, ""));
        }
        store.recordState(StateReading.whole(series, table, seen.sourceNow(), rows.get()));
        if (table == StateTable.REPLICA) {
            groups.note(database, rows.get());
        }
        return Optional.empty();
    }

    /** Forgets all but some databases. */
    void retain(Collection<String> databases) {
        looks.keySet().retainAll(databases);
        degraded.keySet().retainAll(databases);
        groups.retain(databases);
    }

    /** Which databases may get rows of other replica groups, as last read. */
    ReplicaGroups groups() {
        return groups;
    }

    /** What is not kept, in sentences for a user. */
    List<String> degradations() {
        return Degradation.sentences(
                degraded.values().stream().flatMap(List::stream).toList());
    }
}
