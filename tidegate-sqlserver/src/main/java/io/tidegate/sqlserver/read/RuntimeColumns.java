package io.tidegate.sqlserver.read;

import io.tidegate.core.model.Metric;
import java.util.ArrayList;
import java.util.List;

/** The columns of a runtime row, in the order in which {@link RuntimeRowReader} knows them. No state. */
final class RuntimeColumns {
    static final int INTERVAL = 0;
    static final int PLAN = 1;
    static final int TYPE = 2;
    static final int REPLICA_GROUP = 3;
    static final int FIRST = 4;
    static final int LAST = 5;
    static final int EXECUTIONS = 6;
    static final int METRICS = 7;
    static final int PER_METRIC = 5;

    /** Every column that any version has. */
    static final List<String> ALL = all();

    private RuntimeColumns() {}

    private static List<String> all() {
        List<String> names = new ArrayList<>(List.of(
                "runtime_stats_interval_id",
                "plan_id",
                "execution_type",
                "replica_group_id",
                "first_execution_time",
                "last_execution_time",
                "count_executions"));
        for (Metric metric : Metric.values()) {
            for (String part : new String[] {"avg_", "last_", "min_", "max_", "stdev_"}) {
                names.add(part + metric.column());
            }
        }
        return List.copyOf(names);
    }
}
