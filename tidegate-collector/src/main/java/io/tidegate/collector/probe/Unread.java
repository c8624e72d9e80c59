package io.tidegate.collector.probe;

import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.read.DatabaseState;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Why a database that a server lists was not read by a probe, so that it is not taken for one that is gone. No state. */
final class Unread {
    private Unread() {}

    /**
     * The reasons, by name, for a user.
     *
     * @param all what the server lists
     * @param readable names of those that were read
     * @param faults what went wrong, by name
     * @param closed why one was not entered; empty where it was
     * @param renamed what may be a known database under a new name
     */
    static Map<String, String> of(
            List<DatabaseState> all,
            Collection<String> readable,
            Map<String, Fault> faults,
            Function<DatabaseState, Optional<String>> closed,
            Renames.Candidates renamed) {
        Map<String, String> reasons = new HashMap<>();
        renamed.byName().forEach((name, known) -> reasons.put(known.database(), awaited(known.database(), name)));
        for (DatabaseState state : all) {
            String name = state.name();
            if (!readable.contains(name)) {
                Optional<String> fault = Optional.ofNullable(faults.get(name)).map(Fault::message);
                Optional<String> open = renamed.of(name).map(known -> awaited(known.database(), name));
                Optional<String> why = fault.or(() -> closed.apply(state)).or(() -> open);
                reasons.merge(name, why.orElse("its Query Store has never been on"), (first, other) -> first);
            }
        }
        return reasons;
    }

    private static String awaited(String before, String now) {
        return "'" + now + "' may be '" + before + "' under a new name; the next tick with a lease tells";
    }
}
