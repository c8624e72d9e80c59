package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.LogicalSchema;
import io.tidegate.core.schema.LogicalType;
import io.tidegate.core.schema.Table;
import io.tidegate.core.schema.View;
import io.tidegate.core.store.OpeningContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The migrated database against the logical schema, and what happens with stores of other versions. */
class SchemaTest extends OpeningContract<PostgresStore> {
    private static final Map<LogicalType, Set<String>> TYPES = Map.of(
            LogicalType.INT, Set.of("integer"),
            LogicalType.BIGINT, Set.of("bigint"),
            LogicalType.DOUBLE, Set.of("double precision"),
            LogicalType.BOOLEAN, Set.of("boolean"),
            LogicalType.TEXT, Set.of("text"),
            LogicalType.BYTES, Set.of("bytea"),
            LogicalType.TIMESTAMP, Set.of("timestamp with time zone", "timestamp without time zone"),
            LogicalType.TICKS, Set.of("bigint"));

    /** What the migrator keeps beside the logical columns. */
    private static final Set<String> OF_THE_MIGRATOR = Set.of("step", "checksum");

    private final String schema = TestPostgres.freshSchema();

    private record Stored(String type, boolean isNullable) {}

    @Test
    void givenTheLogicalSchema_whenTheStoreIsMade_thenTablesColumnsAndKeysAreThoseAndNoOthers() throws Exception {
        try (PostgresStore store = TestStores.open(schema);
                Connection c = TestPostgres.beside(schema)) {
            for (Table t : LogicalSchema.tables()) {
                Map<String, Stored> stored = columns(c, t.name());
                if (t.name().equals("schema_version")) {
                    stored.keySet().removeAll(OF_THE_MIGRATOR);
                }
                assertThat(stored.keySet())
                        .as(t.name())
                        .containsExactlyElementsOf(
                                t.columns().stream().map(Column::name).toList());
                for (Column column : t.columns()) {
                    Stored found = stored.get(column.name());
                    assertThat(TYPES.get(column.type()))
                            .as("%s.%s", t.name(), column.name())
                            .contains(found.type());
                    assertThat(found.isNullable())
                            .as("%s.%s may be null", t.name(), column.name())
                            .isEqualTo(column.isNullable());
                }
                assertThat(key(c, t.name())).as("key of " + t.name()).isEqualTo(t.key());
            }
            assertThat(store.servers()).isEmpty();
        }
        assertThat(Migrator.STEPS.names()).hasSize(LogicalSchema.VERSION);
    }

    @Test
    void givenTheLogicalSchema_whenTheStoreIsMade_thenItsViewsAreThoseAndCanBeRead() throws Exception {
        try (PostgresStore store = TestStores.open(schema);
                Connection c = TestPostgres.beside(schema)) {
            for (View v : LogicalSchema.views()) {
                Map<String, Stored> stored = columns(c, v.name());
                assertThat(stored.keySet())
                        .as(v.name())
                        .containsExactlyElementsOf(
                                v.columns().stream().map(Column::name).toList());
                for (Column column : v.columns()) {
                    assertThat(TYPES.get(column.type()))
                            .as("%s.%s", v.name(), column.name())
                            .contains(stored.get(column.name()).type());
                }
                assertThat(store.query("select * from " + v.name(), 1).rows()).isEmpty();
            }
        }
    }

    /** Law NOTHING-TWICE in the database itself: one row per natural key, in what is staged and peeked at too. */
    @Test
    @Incident(29)
    void givenRowsOfOneKey_whenWrittenBesideTheStore_thenTheDatabaseRefusesTheSecond() throws Exception {
        TestStores.open(schema).close();
        try (Connection c = TestPostgres.beside(schema);
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE month PARTITION OF runtime_stats FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')");
            s.execute("CREATE TABLE waits PARTITION OF wait_stats FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')");
            String wait = "interval_id, replica_group_id, plan_id, wait_category, execution_type,"
                    + " total_query_wait_time_ms, last_query_wait_time_ms, min_query_wait_time_ms, max_query_wait_time_ms";
            for (String row : List.of(
                    "wait_stats (home, lineage, epoch, interval_start, server_id, " + wait
                            + ") VALUES (1, 1, 1, '2026-01-02', 1, 1, 1, 1, 3, 0, 1, 1, 1, 1)",
                    "wait_stage (home, lineage, epoch, band_first_interval_id, " + wait
                            + ") VALUES (1, 1, 1, 1, 1, 1, 1, 3, 0, 1, 1, 1, 1)",
                    "runtime_stats (home, lineage, epoch, interval_start, server_id, %s) VALUES (1, 1, 1, '2026-01-02', 1, %s)",
                    "stage (home, lineage, epoch, kind, band_first_interval_id, %s) VALUES (1, 1, 1, 'RUNTIME', 1, %s)",
                    "peek (home, lineage, epoch, peek_number, is_current, %s) VALUES (1, 1, 1, 1, true, %s)")) {
                String insert = "INSERT INTO "
                        + row.formatted(
                                "interval_id, replica_group_id, plan_id, execution_type, first_execution_ticks,"
                                        + " last_execution_ticks, count_executions",
                                "1, 1, 1, 0, 1, 1, 1");
                s.execute(insert);
                assertThatThrownBy(() -> s.execute(insert))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("23505"));
            }
        }
    }

    /**
     * Several nodes start at once on an empty database. The mutation that breaks it: no advisory lock in the migrator (the
     * second then meets a schema or table that the first has just made).
     */
    @Test
    void givenNodesThatStartAtOnce_whenTheyMigrate_thenOnceAndAllAreOpen() throws Exception {
        int nodes = 4;
        CyclicBarrier start = new CyclicBarrier(nodes);
        try (ExecutorService threads = Executors.newFixedThreadPool(nodes)) {
            List<Future<Integer>> opening = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                opening.add(threads.submit(() -> {
                    start.await();
                    try (PostgresStore store = TestStores.open(schema)) {
                        return store.registerServer("sim-1");
                    }
                }));
            }
            Integer first = opening.getFirst().get();
            for (Future<Integer> one : opening) {
                assertThat(one.get()).isEqualTo(first);
            }
        }
        try (PostgresStore store = TestStores.open(schema)) {
            assertThat(store.query("select count(*), max(version) from schema_version", 10)
                            .rows())
                    .containsExactly(List.of((long) LogicalSchema.VERSION, LogicalSchema.VERSION));
        }
    }

    private static Map<String, Stored> columns(Connection c, String table) throws SQLException {
        Map<String, Stored> found = new LinkedHashMap<>();
        try (Statement s = c.createStatement();
                ResultSet r =
                        s.executeQuery("SELECT column_name, data_type, is_nullable FROM information_schema.columns"
                                + " WHERE table_schema = current_schema() AND table_name = '" + table
                                + "' ORDER BY ordinal_position")) {
            while (r.next()) {
                found.put(
                        r.getString(1),
                        new Stored(r.getString(2), r.getString(3).equals("YES")));
            }
        }
        return found;
    }

    private static List<String> key(Connection c, String table) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT k.column_name FROM information_schema.table_constraints t"
                        + " JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name)"
                        + " WHERE t.table_schema = current_schema() AND t.constraint_type = 'PRIMARY KEY'"
                        + " AND t.table_name = '" + table + "' ORDER BY k.ordinal_position")) {
            while (r.next()) {
                found.add(r.getString(1));
            }
        }
        return found;
    }

    @Override
    protected PostgresStore open() {
        return TestStores.open(schema);
    }

    @Override
    protected void execute(String sql) throws SQLException {
        try (Connection c = TestPostgres.beside(schema);
                Statement s = c.createStatement()) {
            s.execute(sql);
        }
    }
}
