package io.tidegate.core.store;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
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

    static IntervalFigures figures(Collection<RuntimeRow> rows) {
        long executions = 0;
        long cpu = 0;
        long duration = 0;
        long checksum = 0;
        for (RuntimeRow row : rows) {
            executions += row.executions();
            cpu += (long) row.total(Metric.CPU_TIME);
            duration += (long) row.total(Metric.DURATION);
            checksum += IntervalFigures.checksumOf(
                    row.key().planId(), row.executions(), row.key().executionType());
        }
        return new IntervalFigures(rows.size(), executions, cpu, duration, checksum);
    }

    static long distinctKeys(List<RuntimeRow> rows) {
        return rows.stream().map(RuntimeRow::key).distinct().count();
    }

    /**
     * Keeps per key whichever has more executions; the base's row where they are equal. Rows with negative plan ids in
     * the addition do not count. Rows of the base that the addition does not beat stay as they are, twice if twice.
     *
     * @return whether anything of the addition was kept, beside the merged rows
     */
    static boolean keepMore(List<RuntimeRow> base, Collection<RuntimeRow> addition) {
        Map<RuntimeKey, Long> counts = new HashMap<>();
        base.forEach(row -> counts.merge(row.key(), row.executions(), Math::max));
        Set<RuntimeKey> beaten = new HashSet<>();
        List<RuntimeRow> kept = new ArrayList<>();
        for (RuntimeRow row : addition) {
            Long count = counts.get(row.key());
            if (row.key().planId() >= 0 && (count == null || row.executions() > count)) {
                beaten.add(row.key());
                kept.add(row);
            }
        }
        base.removeIf(row -> beaten.contains(row.key()));
        base.addAll(kept);
        return !kept.isEmpty();
    }
}
