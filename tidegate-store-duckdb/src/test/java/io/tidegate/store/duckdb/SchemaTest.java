package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.LogicalSchema;
import io.tidegate.core.schema.LogicalType;
import io.tidegate.core.schema.Table;
import io.tidegate.core.schema.View;
import io.tidegate.core.store.OpeningContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The DDL against the logical schema, and what happens with stores of other versions. */
class SchemaTest extends OpeningContract<DuckDbStore> {
    private static final Map<LogicalType, Set<String>> TYPES = Map.of(
            LogicalType.INT, Set.of("INTEGER"),
            LogicalType.BIGINT, Set.of("BIGINT"),
            LogicalType.DOUBLE, Set.of("DOUBLE"),
            LogicalType.BOOLEAN, Set.of("BOOLEAN"),
            LogicalType.TEXT, Set.of("VARCHAR"),
            LogicalType.BYTES, Set.of("BLOB"),
            LogicalType.TIMESTAMP, Set.of("TIMESTAMP WITH TIME ZONE", "TIMESTAMP"),
            LogicalType.TICKS, Set.of("BIGINT"));

    /** Staged rows stand in the facts under their band's number (docs/adr/0005-duckdb-stage.md). */
    private static final Set<String> STAGES = Set.of("stage", "wait_stage");

    @TempDir
    Path directory;

    @Test
    void givenTheLogicalSchema_whenTheStoreIsMade_thenEachColumnIsThereWithItsType() {
        try (DuckDbStore store = TestStores.open(directory)) {
            for (Table t : LogicalSchema.tables()) {
                if (!STAGES.contains(t.name())) {
                    check(t.name(), t.columns(), columns(store, t.name()), true);
                }
            }
            for (View v : LogicalSchema.views()) {
                Map<String, List<Object>> stored = columns(store, v.name());
                check(v.name(), v.columns(), stored, false);
                assertThat(stored.keySet()).as(v.name()).hasSameSizeAs(v.columns());
                assertThat(store.query("select * from " + v.name(), 1).rows()).isEmpty();
            }
        }
        assertThat(Migrator.STEPS.names()).hasSize(LogicalSchema.VERSION);
    }

    private static void check(
            String name, List<Column> columns, Map<String, List<Object>> stored, boolean withNullability) {
        for (Column c : columns) {
            List<Object> found = stored.get(c.name());
            assertThat(found).as("%s.%s", name, c.name()).isNotNull();
            assertThat(TYPES.get(c.type())).as("%s.%s", name, c.name()).contains((String) found.getFirst());
            if (withNullability) {
                assertThat(found.getLast())
                        .as("%s.%s may be null", name, c.name())
                        .isEqualTo(c.isNullable());
            }
        }
    }

    private static Map<String, List<Object>> columns(DuckDbStore store, String table) {
        return store
                .query(
                        "select column_name, data_type, is_nullable from duckdb_columns() where table_name = '" + table
                                + "'",
                        500)
                .rows()
                .stream()
                .collect(Collectors.toMap(r -> (String) r.get(0), r -> List.of(r.get(1), r.get(2))));
    }

    @Override
    protected DuckDbStore open() {
        return TestStores.open(directory);
    }

    @Override
    protected void execute(String sql) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:" + directory.resolve(Engine.FILE));
                Statement s = c.createStatement()) {
            s.execute(sql);
        }
    }
}
