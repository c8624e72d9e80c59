package io.tidegate.core.status;

import io.tidegate.core.budget.Usage;
import java.time.Instant;
import java.util.List;

/**
 * What heavy work costs a server, and what waits because of that. Immutable.
 *
 * @param usage the last hour beside its limits
 * @param waiting what the spent budget keeps from running
 * @param pressure what the last look at the server's pressure held against a lease; empty when nothing did
 * @param missing statements that would give the login what it lacks for such looks; empty when it lacks nothing
 */
public record BudgetStatus(Usage usage, List<Waiting> waiting, String pressure, List<String> missing) {
    /** Copies the lists. */
    public BudgetStatus {
        waiting = List.copyOf(waiting);
        missing = List.copyOf(missing);
    }

    /**
     * Work that waits. Immutable.
     *
     * @param database whose
     * @param work which kind, e.g. {@code backfill}
     * @param since when it was first told to wait, by our clock
     */
    public record Waiting(String database, String work, Instant since) {}
}
