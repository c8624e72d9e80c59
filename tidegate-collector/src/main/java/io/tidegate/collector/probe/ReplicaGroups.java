package io.tidegate.collector.probe;

import io.tidegate.core.state.StateRow;
import io.tidegate.core.store.GroupFigures;
import io.tidegate.sqlserver.read.DatabaseState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which databases may get rows of other replica groups, by what {@code sys.query_store_replicas} lists. Thread-safe.
 *
 * <p>A standalone SQL Server 2022 lists none. SQL Server 2025 lists four roles in every database, with or without replicas:
 * such a list says something of a database in an availability group alone.
 */
final class ReplicaGroups {
    private static final int ROLES = 4;

    private final Map<String, Listed> listed = new ConcurrentHashMap<>();

    /** What a list says. */
    private enum Listed {
        /** The local group at most. */
        LOCAL,
        /** One group for each role that there may be. */
        ROLES,
        /** Another group. */
        OTHERS
    }

    /** Takes a list as it was read. */
    void note(String database, List<StateRow> replicas) {
        listed.put(database, of(replicas));
    }

    private static Listed of(List<StateRow> replicas) {
        if (replicas.stream().allMatch(row -> id(row) == GroupFigures.LOCAL)) {
            return Listed.LOCAL;
        }
        boolean areRoles = replicas.size() == ROLES
                && replicas.stream()
                        .allMatch(row -> Objects.equals(row.number("role_type"), id(row)) && id(row) <= ROLES);
        return areRoles ? Listed.ROLES : Listed.OTHERS;
    }

    private static long id(StateRow row) {
        return Objects.requireNonNullElse(row.number("replica_group_id"), GroupFigures.LOCAL);
    }

    /** Whether rows of another group may come to a database; false until its list was read. */
    boolean mayReport(DatabaseState state) {
        return switch (listed.getOrDefault(state.name(), Listed.LOCAL)) {
            case LOCAL -> false;
            case ROLES -> !state.groupDatabaseId().isEmpty();
            case OTHERS -> true;
        };
    }

    /** Forgets all but some databases. */
    void retain(Collection<String> databases) {
        listed.keySet().retainAll(databases);
    }
}
