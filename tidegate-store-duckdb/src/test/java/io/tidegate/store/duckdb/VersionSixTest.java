package io.tidegate.store.duckdb;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.VersionSixContract;
import io.tidegate.core.store.sql.SchemaSteps;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.duckdb.DuckDBConnection;

class VersionSixTest extends VersionSixContract<DuckDbStore> {
    @Override
    protected DuckDbStore open(Path directory) {
        return TestStores.open(directory);
    }

    @Override
    protected Connection empty(Path directory) throws SQLException {
        Connection c = DriverManager.getConnection("jdbc:duckdb:" + directory.resolve(Engine.FILE));
        TextFunction.register(c.unwrap(DuckDBConnection.class));
        return c;
    }

    @Override
    protected SchemaSteps steps() {
        return Migrator.STEPS;
    }

    @Override
    protected List<String> serverAndRow() {
        return List.of(
                "INSERT INTO server VALUES (1, 'sim-1')",
                "INSERT INTO ledger_interval (home, lineage, epoch, kind, interval_id, start_time, end_time, state,"
                        + " gone_reason, flags, revision, torn_reads, torn_checksum, band_number) VALUES (1, 1, 1, 'RUNTIME', 1,"
                        + " '2026-11-01 00:00:00+00', '2026-11-01 01:00:00+00', 'HELD', 'NONE', 0, 1, 0, 0, 1)",
                "INSERT INTO runtime_stats (home, lineage, epoch, interval_start, server_id, interval_id,"
                        + " replica_group_id, plan_id, execution_type, first_execution_ticks, last_execution_ticks,"
                        + " count_executions, avg_duration, band_number) VALUES (1, 1, 1, '2026-11-01 00:00:00+00', 1, 1, 1, 1, 0,"
                        + " 1, 2, 7, 2000, 1)");
    }

    @Override
    protected Optional<String> planXml(DuckDbStore store, SeriesKey series, long planId) {
        return store.planXml(series, planId);
    }
}
