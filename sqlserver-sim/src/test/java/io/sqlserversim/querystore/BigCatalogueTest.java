package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.PLANS;
import static io.sqlserversim.querystore.StoreFixture.QUERIES;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The catalogue of 1.3 GB: 800,000 runtime rows and 12,500 plans of 60,000 bytes. */
class BigCatalogueTest {
    private static final int HISTORY = 640;

    private static StoreFixture big() {
        return new StoreFixture(WorkloadSpec.big("Shop"), QueryStoreOptions.defaults(), QueryStoreProfile.V16);
    }

    @Test
    void givenBig_whenHistoryCounted_thenExactly800000Rows() {
        StoreFixture fixture = big();
        assertThat(fixture.count(RUNTIME, Map.of(INTERVAL_ID, Bounds.range(1, HISTORY))))
                .isEqualTo(800_000);
        assertThat(fixture.count(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(77)))).isEqualTo(1_250);
    }

    @Test
    void givenBig_whenPlansRead_thenEachHas60000BytesAndAllTogether750Million() {
        StoreFixture fixture = big();
        VirtualTable plans = fixture.table(PLANS);
        int xml = plans.columns().stream().map(column -> column.name()).toList().indexOf("query_plan");
        long bytes = 0;
        try (RowCursor cursor = plans.scan(StoreFixture.request(plans, Map.of()))) {
            while (cursor.advance()) {
                int size = 2 * String.valueOf(cursor.value(xml)).length();
                assertThat(size).isEqualTo(60_000);
                bytes += size;
            }
        }
        assertThat(bytes).isEqualTo(750_000_000);
        assertThat(fixture.count(QUERIES, Map.of())).isEqualTo(10_000);
    }

    @Test
    void givenBig_whenBuiltAndAnIntervalRead_thenNextToNothingIsAllocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        big().count(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(600))); // classes loaded
        long before = threads.getCurrentThreadAllocatedBytes();
        StoreFixture fixture = big();
        long built = threads.getCurrentThreadAllocatedBytes() - before;
        before = threads.getCurrentThreadAllocatedBytes();
        fixture.count(RUNTIME, Map.of());
        long scanned = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(built).isLessThan(1_300_000); // a thousandth of the catalogue
        assertThat(scanned).isLessThan(1_300_000);
    }

    @Test
    void givenBig_whenOneIntervalsPlanSought_thenWorkIsOfTheAnswersSize() {
        StoreFixture fixture = big();
        long before = fixture.store.rowsVisited();
        long rows = fixture.count(RUNTIME, Map.of(INTERVAL_ID, Bounds.range(300, 303)));
        assertThat(fixture.store.rowsVisited() - before).isBetween(rows, 2 * rows);
        before = fixture.store.rowsVisited();
        assertThat(fixture.rows(PLANS, Map.of("plan_id", Bounds.of(5, 12_500)))).hasSize(2);
        assertThat(fixture.store.rowsVisited() - before).isEqualTo(2);
    }

    @Test
    void givenBig_whenOptionsRead_thenSizeIsOfTheOrderOfItsRowsAndPlans() {
        StoreFixture fixture = big();
        assertThat(number(fixture.rows(StoreFixture.OPTIONS).getFirst(), "current_storage_size_mb"))
                .isBetween(500L, 1_000L);
    }
}
