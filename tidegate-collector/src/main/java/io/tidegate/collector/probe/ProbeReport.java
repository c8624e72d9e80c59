package io.tidegate.collector.probe;

import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.read.StoreColumns;
import java.util.List;
import java.util.Map;

/**
 * What a probe of a server found. Immutable.
 *
 * @param version product version
 * @param columns what its views have
 * @param databases names of databases that may be read, and are known to the lane now
 * @param faults what went wrong, by database
 */
public record ProbeReport(String version, StoreColumns columns, List<String> databases, Map<String, Fault> faults) {
    /** Copies. */
    public ProbeReport {
        databases = List.copyOf(databases);
        faults = Map.copyOf(faults);
    }
}
