package io.tidegate.core.status;

import io.tidegate.core.budget.Usage;
import java.time.Instant;
import java.util.List;

/**
 * What heavy work costs a server, and what waits because of that. Immutable.
 *
 * @param usage the last hour beside its limits
 * @param waiting what the spent budget keeps from running
 */
public record BudgetStatus(Usage usage, List<Waiting> waiting) {
    /** Copies the list. */
    public BudgetStatus {
        waiting = List.copyOf(waiting);
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
