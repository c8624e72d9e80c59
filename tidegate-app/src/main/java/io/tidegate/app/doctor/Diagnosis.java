package io.tidegate.app.doctor;

import io.tidegate.sqlserver.capability.DatabaseReport;
import io.tidegate.sqlserver.capability.Right;
import io.tidegate.sqlserver.capability.ServerReport;
import io.tidegate.sqlserver.capability.ServerVersion;
import io.tidegate.sqlserver.capability.ServiceTier;
import io.tidegate.sqlserver.read.StoreColumns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a doctor's visit has found. Immutable; its components are the fields of the answer as JSON.
 *
 * @param server its configured name
 * @param version version and edition
 * @param columns what its views have
 * @param rights rights at the server
 * @param databases user databases that the login sees
 * @param tier what it was bought as; null but for Azure SQL Database
 * @param estimate what an import would take
 * @param store why the store had nothing to say to the estimate; empty when it had
 * @param skipped what would not be collected
 */
public record Diagnosis(
        String server,
        ServerVersion version,
        StoreColumns columns,
        List<Right> rights,
        List<DatabaseReport> databases,
        @Nullable ServiceTier tier,
        ImportEstimate estimate,
        String store,
        List<Skip> skipped) {
    /** Copies the lists. */
    public Diagnosis {
        rights = List.copyOf(rights);
        databases = List.copyOf(databases);
        skipped = List.copyOf(skipped);
    }

    static Diagnosis of(ServerReport report, ImportEstimate estimate, String store, List<Skip> skipped) {
        return new Diagnosis(
                report.server(),
                report.version(),
                report.columns(),
                report.rights(),
                report.databases(),
                report.tier(),
                estimate,
                store,
                skipped);
    }

    /**
     * Whether the login has all rights.
     *
     * @return false when one is missing
     */
    public boolean isWell() {
        return rights.stream().allMatch(Right::held)
                && databases.stream()
                        .allMatch(d -> d.right() == null || d.right().held());
    }
}
