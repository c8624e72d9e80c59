package io.sqlserversim.querystore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shape of the views, against the counts of the catalogue paper (section 1). */
class ViewShapeTest {
    @ParameterizedTest
    @CsvSource({
        "V13, 30, 5, 21, 53, 4, 16, 9",
        "V14, 30, 5, 23, 68, 4, 18, 10",
        "V15, 30, 5, 23, 68, 4, 22, 10",
        "V16, 30, 5, 27, 74, 4, 22, 15",
        "V17, 30, 5, 27, 74, 4, 22, 15",
        "AZURE, 30, 5, 27, 74, 4, 22, 14",
        "MANAGED_INSTANCE, 30, 5, 27, 74, 4, 22, 15"
    })
    void givenProfile_whenViewsListed_thenColumnCountsAreThoseOfTheVersion(
            QueryStoreProfile profile,
            int query,
            int text,
            int plan,
            int runtime,
            int interval,
            int options,
            int views) {
        Map<String, Integer> counts = QueryStore.emptyTables(profile).stream()
                .collect(Collectors.toMap(
                        VirtualTable::name, table -> table.columns().size()));
        assertThat(counts)
                .containsEntry(StoreFixture.QUERIES, query)
                .containsEntry(StoreFixture.TEXTS, text)
                .containsEntry(StoreFixture.PLANS, plan)
                .containsEntry(StoreFixture.RUNTIME, runtime)
                .containsEntry(StoreFixture.INTERVALS, interval)
                .containsEntry(StoreFixture.OPTIONS, options)
                .hasSize(views);
        assertThat(counts.containsKey(StoreFixture.WAITS)).isEqualTo(profile != QueryStoreProfile.V13);
    }

    @Test
    void givenProfile16_whenViewsListed_thenExactlyTheFiveAreHeavy() {
        assertThat(QueryStore.emptyTables(QueryStoreProfile.V16).stream()
                        .filter(VirtualTable::heavy)
                        .map(VirtualTable::name))
                .containsExactlyInAnyOrder(
                        StoreFixture.QUERIES,
                        StoreFixture.TEXTS,
                        StoreFixture.PLANS,
                        StoreFixture.RUNTIME,
                        StoreFixture.WAITS);
    }

    @Test
    void givenRuntimeStats_whenColumnsRead_thenTypesAndNullabilityAreTheCatalogues() {
        List<Column> columns = StoreFixture.small().table(StoreFixture.RUNTIME).columns();
        assertThat(columns.subList(0, 13))
                .containsExactly(
                        new Column("runtime_stats_id", SqlType.BIGINT, false),
                        new Column("plan_id", SqlType.BIGINT, false),
                        new Column("runtime_stats_interval_id", SqlType.BIGINT, false),
                        new Column("execution_type", SqlType.TINYINT, false),
                        new Column("execution_type_desc", SqlType.nvarchar(60), true),
                        new Column("first_execution_time", SqlType.DATETIMEOFFSET, false),
                        new Column("last_execution_time", SqlType.DATETIMEOFFSET, false),
                        new Column("count_executions", SqlType.BIGINT, false),
                        new Column("avg_duration", SqlType.FLOAT, true),
                        new Column("last_duration", SqlType.BIGINT, false),
                        new Column("min_duration", SqlType.BIGINT, false),
                        new Column("max_duration", SqlType.BIGINT, false),
                        new Column("stdev_duration", SqlType.FLOAT, true));
        assertThat(columns.subList(68, 74))
                .containsExactly(
                        new Column("avg_page_server_io_reads", SqlType.FLOAT, true),
                        new Column("last_page_server_io_reads", SqlType.BIGINT, true),
                        new Column("min_page_server_io_reads", SqlType.BIGINT, true),
                        new Column("max_page_server_io_reads", SqlType.BIGINT, true),
                        new Column("stdev_page_server_io_reads", SqlType.FLOAT, true),
                        new Column("replica_group_id", SqlType.BIGINT, false));
    }

    @Test
    void givenAnyView_whenScanned_thenEachValueIsOfItsTypesClassAndOnlyNullableOnesAreNull() {
        StoreFixture fixture = new StoreFixture(
                WorkloadSpec.oltp("Shop").withHistory(30), StoreFixture.MINUTES, QueryStoreProfile.V16);
        for (VirtualTable table : fixture.store.tables()) {
            List<Map<String, Object>> rows = fixture.rows(table.name());
            for (Map<String, Object> row : rows) {
                for (Column column : table.columns()) {
                    Object value = row.get(column.name());
                    if (value == null) {
                        assertThat(column.nullable()).as(column.name()).isTrue();
                    } else {
                        assertThat(value).as(column.name()).isInstanceOf(classOf(column.type()));
                    }
                }
            }
        }
        assertThat(fixture.rows(StoreFixture.WAITS)).isNotEmpty();
        assertThat(fixture.rows("sys.query_context_settings")).hasSize(2);
    }

    private static Class<?> classOf(SqlType type) {
        return switch (type.kind()) {
            case BIT -> Boolean.class;
            case TINYINT, SMALLINT, INT -> Integer.class;
            case BIGINT -> Long.class;
            case FLOAT -> Double.class;
            case DATETIMEOFFSET -> OffsetDateTime.class;
            case BINARY, VARBINARY -> byte[].class;
            case NVARCHAR -> String.class;
            default -> throw new IllegalStateException("no such type in these views: " + type);
        };
    }

    @Test
    void givenNoStore_whenViewsScanned_thenThereIsNoRow() {
        for (VirtualTable table : QueryStore.emptyTables(QueryStoreProfile.V16)) {
            try (var cursor = table.scan(StoreFixture.request(table, Map.of()))) {
                assertThat(cursor.advance()).isFalse();
            }
        }
    }
}
