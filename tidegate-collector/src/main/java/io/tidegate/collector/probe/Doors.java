package io.tidegate.collector.probe;

import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.QuotedName;
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
    private final ServerTarget target;
    private volatile String forAll = "";

    Doors(CollectorStore store, InstantSource clock, int serverId, ServerTarget target) {
        this.store = store;
        this.clock = clock;
        this.serverId = serverId;
        this.target = target;
    }

    /** What is the matter with those that are shut to us, by database. Blocks for the store where there are any. */
    Map<String, Fault> shut(List<DatabaseState> all, DatabaseFilter filter) {
        forAll = "";
        Map<String, Fault> faults = new HashMap<>();
        for (DatabaseState state : all) {
            if (state.ineligible(filter).equals(Optional.of(Ineligible.NO_ACCESS))) {
                Where at = new Where(target.name(), target.login().user(), state.name());
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
        if (!(fault instanceof Fault.NotPermitted denied)) {
            return;
        }
        if (denied.permission().startsWith("VIEW DATABASE") && !target.isDatabase()) {
            forAll = "a login that is no user of the databases takes the right at the server, for all of them. Run: USE"
                    + " [master]; GRANT " + denied.permission().replace("DATABASE", "SERVER") + " TO "
                    + QuotedName.of(target.login().user()) + ";";
        }
        Instant now = clock.instant();
        Instant last = deniedTo.put(database, now);
        Instant from = last == null || last.isAfter(now) ? now.minusSeconds(1) : last;
        if (from.isBefore(now)) {
            store.recordStretch(new Stretch(serverId, database, Stretch.Word.DENIED, from, now, fault.message()));
        }
    }

    /** What opens all of them at once, for a user; empty when none is shut for want of that. */
    String forAll() {
        return forAll;
    }
}
