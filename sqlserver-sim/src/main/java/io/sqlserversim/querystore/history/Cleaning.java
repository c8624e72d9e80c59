package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.Workload;
import java.util.List;

/**
 * A clean-up that size made necessary: the cheapest, or where queries come and go the oldest, queries went with all their
 * plans and rows. Immutable; times in {@link Ticks}.
 *
 * @param at when it ran
 * @param level queries with a lower rank went
 */
record Cleaning(long at, int level) {
    /** When a query went; {@link Long#MAX_VALUE} when it did not. */
    static long removedAt(List<Cleaning> cleanings, Workload workload, Moment moment, int query) {
        if (cleanings.isEmpty()) {
            return Long.MAX_VALUE;
        }
        int rank = workload.cleanUpRank(query, moment.contentOf(query));
        for (Cleaning cleaning : cleanings) {
            if (rank < cleaning.level && moment.compiledFirst(query) <= cleaning.at) {
                return cleaning.at;
            }
        }
        return Long.MAX_VALUE;
    }
}
