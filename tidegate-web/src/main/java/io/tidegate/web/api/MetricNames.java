package io.tidegate.web.api;

import io.tidegate.core.model.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The short names by which users call the metrics. Thread-safe, no state. */
public final class MetricNames {
    private static final Map<String, Metric> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("cpu", Metric.CPU_TIME);
        BY_NAME.put("duration", Metric.DURATION);
        BY_NAME.put("reads", Metric.LOGICAL_IO_READS);
        BY_NAME.put("writes", Metric.LOGICAL_IO_WRITES);
        BY_NAME.put("physical-reads", Metric.PHYSICAL_IO_READS);
        BY_NAME.put("memory", Metric.QUERY_MAX_USED_MEMORY);
        BY_NAME.put("rows", Metric.ROWCOUNT);
        BY_NAME.put("dop", Metric.DOP);
        BY_NAME.put("clr", Metric.CLR_TIME);
        BY_NAME.put("log", Metric.LOG_BYTES_USED);
        BY_NAME.put("tempdb", Metric.TEMPDB_SPACE_USED);
    }

    private MetricNames() {}

    /**
     * The metric of a name.
     *
     * @param name e.g. {@code cpu}
     * @return the metric
     * @throws BadQuestion when there is none, with the nearest
     */
    public static Metric parse(String name) {
        Metric metric = BY_NAME.get(name);
        if (metric == null) {
            throw new BadQuestion(
                    "metric", "must be a metric, was '" + name + "'; " + Nearest.hint(name, BY_NAME.keySet()));
        }
        return metric;
    }

    /**
     * All names.
     *
     * @return in the order of interest
     */
    public static List<String> all() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * The unit in which a metric is counted.
     *
     * @param metric the metric
     * @return e.g. {@code µs}
     */
    public static String unit(Metric metric) {
        return switch (metric) {
            case DURATION, CPU_TIME, CLR_TIME -> "µs";
            case LOGICAL_IO_READS,
                    LOGICAL_IO_WRITES,
                    PHYSICAL_IO_READS,
                    QUERY_MAX_USED_MEMORY,
                    TEMPDB_SPACE_USED,
                    PAGE_SERVER_IO_READS -> "8 KB pages";
            case DOP -> "threads";
            case ROWCOUNT -> "rows";
            case NUM_PHYSICAL_IO_READS -> "operations";
            case LOG_BYTES_USED -> "bytes";
        };
    }
}
