package io.tidegate.core.store;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sums and merges of rows, for the in-memory store. No state. */
final class MemoryRows {
    private MemoryRows() {}

    static IntervalFigures figures(Collection<? extends StatsRow> rows) {
        long executions = 0;
        long cpu = 0;
        long duration = 0;
        long checksum = 0;
        long waited = 0;
        for (StatsRow row : rows) {
            if (row instanceof RuntimeRow runtime) {
                executions += runtime.executions();
                cpu += (long) runtime.total(Metric.CPU_TIME);
                duration += (long) runtime.total(Metric.DURATION);
            } else if (row instanceof WaitRow waits) {
                waited += waits.totalMillis();
            }
            checksum += row.checksum();
        }
        return new IntervalFigures(rows.size(), executions, cpu, duration, checksum, waited);
    }

    static long distinctKeys(List<? extends StatsRow> rows) {
        return rows.stream().map(StatsRow::key).distinct().count();
    }

    /**
     * Keeps per key whichever has more executions, or waited longer; the base's row where they are equal. Rows with negative plan ids in
     * the addition do not count. Rows of the base that the addition does not beat stay as they are, twice if twice.
     *
     * @return whether anything of the addition was kept, beside the merged rows
     */
    static <R extends StatsRow> boolean keepMore(List<R> base, Collection<? extends R> addition) {
        Map<StatsKey, Long> counts = new HashMap<>();
        base.forEach(row -> counts.merge(row.key(), row.amount(), Math::max));
        Set<StatsKey> beaten = new HashSet<>();
        List<R> kept = new ArrayList<>();
        for (R row : addition) {
            Long count = counts.get(row.key());
            if (row.key().planId() >= 0 && (count == null || row.amount() > count)) {
                beaten.add(row.key());
                kept.add(row);
            }
        }
        base.removeIf(row -> beaten.contains(row.key()));
        base.addAll(kept);
        return !kept.isEmpty();
    }
}
