package io.tidegate.collector.probe;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.fault.Where;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.DatabaseState.Ineligible;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Databases that the login may not enter: the server lists them without an error, and reading them would be one. Each is
 * named with the statement that opens it, in the status and as denied in the coverage. Thread-safe.
 */
final class Doors {
    private static final int NO_USER = 916;
    private static final int NOT_READABLE = 976;

    private final Map<String, Instant> deniedTo = new ConcurrentHashMap<>();
    private final CollectorStore store;
    private final InstantSource clock;
    private final int serverId;

    Doors(CollectorStore store, InstantSource clock, int serverId) {
        this.store = store;
        this.clock = clock;
        this.serverId = serverId;
    }

    /** What is the matter with those that are shut to us, by database. Blocks for the store where there are any. */
    Map<String, Fault> shut(List<DatabaseState> all, DatabaseFilter filter, Where where) {
        Map<String, Fault> faults = new HashMap<>();
        for (DatabaseState state : all) {
            if (state.ineligible(filter).equals(Optional.of(Ineligible.NO_ACCESS))) {
                Where at = new Where(where.server(), where.login(), state.name());
                Fault fault = SqlServerFaults.classify(state.isSecondary() ? NOT_READABLE : NO_USER, "", at);
                faults.put(state.name(), fault);
                note(state.name(), fault);
            } else {
                deniedTo.remove(state.name());
            }
        }
        deniedTo.keySet().retainAll(faults.keySet());
        return faults;
    }

    /** One that let us in, and did not let us read. */
    void note(String database, Fault fault) {
        if (!(fault instanceof Fault.NotPermitted)) {
            return;
        }
        Instant now = clock.instant();
        Instant last = deniedTo.put(database, now);
        Instant from = last == null || last.isAfter(now) ? now.minusSeconds(1) : last;
        if (from.isBefore(now)) {
            store.recordStretch(
                    new Stretch(serverId, database, Stretch.Word.DENIED, from, now, fault.message()));
        }
    }
}
