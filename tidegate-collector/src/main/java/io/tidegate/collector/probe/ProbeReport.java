package io.tidegate.collector.probe;

import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.ViewColumns;
import java.util.List;
import java.util.Map;

/**
 * What a probe of a server found. Immutable.
 *
 * @param version product version
 * @param columns what its views have
 * @param databases names of databases that may be read, and are known to the lane now
 * @param faults what went wrong, by database
 * @param unread why each other database that the server lists was not read, and each one that may have another name now,
 *     by name, for a user; one that is in neither is not there
 * @param views which of the views over state it has
 * @param degradations what is not read or kept, why, and what to do, in sentences for a user
 */
public record ProbeReport(
        String version,
        StoreColumns columns,
        List<String> databases,
        Map<String, Fault> faults,
        Map<String, String> unread,
        ViewColumns views,
        List<String> degradations) {
    /** Copies. */
    public ProbeReport {
        databases = List.copyOf(databases);
        faults = Map.copyOf(faults);
        unread = Map.copyOf(unread);
        degradations = List.copyOf(degradations);
    }
}
