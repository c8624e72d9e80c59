package io.tidegate.collector.probe;

import io.tidegate.sqlserver.DatabaseFilter;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.catalog.QuotedName;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.DatabaseState.Ineligible;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Databases that the login may not enter: the server lists them without an error, and reading them would be one. Each is
 * named with the statement that opens it. Thread-safe.
 */
final class Doors {
    private final ServerTarget target;
    private volatile String forAll = "";

    Doors(ServerTarget target) {
        this.target = target;
    }

    /** What is the matter with those that are shut to us, by database. Does not block. */
    Map<String, Fault> shut(List<DatabaseState> all, DatabaseFilter filter) {
        forAll = "";
        Map<String, Fault> faults = new HashMap<>();
        for (DatabaseState state : all) {
            if (state.ineligible(filter).equals(Optional.of(Ineligible.NO_ACCESS))) {
                faults.put(state.name(), state.shut(target));
            }
        }
        return faults;
    }

    /** One that let us in, and did not let us read. */
    void note(Fault fault) {
        if (fault instanceof Fault.NotPermitted denied
                && denied.permission().startsWith("VIEW DATABASE")
                && !target.isDatabase()) {
            forAll = "a login that is no user of the databases takes the right at the server, for all of them. Run: USE"
                    + " [master]; GRANT " + denied.permission().replace("DATABASE", "SERVER") + " TO "
                    + QuotedName.of(target.login().user()) + ";";
        }
    }

    /** What opens all of them at once, for a user; empty when none is shut for want of that. */
    String forAll() {
        return forAll;
    }
}
