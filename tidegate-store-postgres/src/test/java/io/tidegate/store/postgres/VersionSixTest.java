package io.tidegate.store.postgres;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.VersionSixContract;
import io.tidegate.core.store.sql.SchemaSteps;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

class VersionSixTest extends VersionSixContract<PostgresStore> {
    private final String schema = TestPostgres.freshSchema();

    @Override
    protected PostgresStore open(Path directory) {
        return TestStores.open(schema);
    }

    @Override
    protected Connection empty(Path directory) throws SQLException {
        Connection c = TestPostgres.beside(schema);
        try (Statement s = c.createStatement()) {
            s.execute("CREATE SCHEMA " + schema);
        }
        return c;
    }

    @Override
    protected SchemaSteps steps() {
        return Migrator.STEPS;
    }

    @Override
    protected List<String> serverAndRow() {
        return List.of(
                "INSERT INTO server (name) VALUES ('sim-1')",
                "INSERT INTO ledger_interval (home, lineage, epoch, kind, interval_id, start_time, end_time, state,"
                        + " gone_reason, flags, revision, torn_reads, torn_checksum) VALUES (1, 1, 1, 'RUNTIME', 1,"
                        + " '2026-11-01 00:00:00+00', '2026-11-01 01:00:00+00', 'HELD', 'NONE', 0, 1, 0, 0)",
                "CREATE TABLE november PARTITION OF runtime_stats FOR VALUES FROM ('2026-11-01 00:00:00+00') TO"
                        + " ('2026-12-01 00:00:00+00')",
                "INSERT INTO runtime_stats (home, lineage, epoch, interval_start, server_id, interval_id,"
                        + " replica_group_id, plan_id, execution_type, first_execution_ticks, last_execution_ticks,"
                        + " count_executions, avg_duration) VALUES (1, 1, 1, '2026-11-01 00:00:00+00', 1, 1, 1, 1, 0, 1, 2, 7,"
                        + " 2000)");
    }

    @Override
    protected Optional<String> planXml(PostgresStore store, SeriesKey series, long planId) {
        return store.planXml(series, planId);
    }
}
