package io.sqlserversim.querystore;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import io.sqlserversim.types.Column;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A store on a clock that moves only when told, and scans of its views into maps by column name. */
final class StoreFixture implements InstantSource {
    static final String RUNTIME = "sys.query_store_runtime_stats";
    static final String WAITS = "sys.query_store_wait_stats";
    static final String INTERVALS = "sys.query_store_runtime_stats_interval";
    static final String PLANS = "sys.query_store_plan";
    static final String QUERIES = "sys.query_store_query";
    static final String TEXTS = "sys.query_store_query_text";
    static final String OPTIONS = "sys.database_query_store_options";
    static final String INTERVAL_ID = "runtime_stats_interval_id";
    static final Instant START = Instant.parse("2026-03-04T10:20:30.1234567Z");
    static final QueryStoreOptions MINUTES = QueryStoreOptions.defaults().withIntervals(1, 60);

    final QueryStore store;
    private Instant now = START;

    StoreFixture(WorkloadSpec spec, QueryStoreOptions options, QueryStoreProfile profile) {
        this.store = new QueryStore("Sales", spec, 7, this, options, profile);
    }

    static StoreFixture small() {
        return new StoreFixture(WorkloadSpec.small("Shop"), MINUTES, QueryStoreProfile.V16);
    }

    static StoreFixture oltp() {
        return new StoreFixture(WorkloadSpec.oltp("Shop"), MINUTES, QueryStoreProfile.V16);
    }

    @Override
    public Instant instant() {
        return now;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }

    VirtualTable table(String name) {
        return store.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    List<Map<String, Object>> rows(String name) {
        return rows(name, Map.of());
    }

    List<Map<String, Object>> rows(String name, Map<String, Bounds> bounds) {
        VirtualTable table = table(name);
        List<Map<String, Object>> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan(request(table, bounds))) {
            while (cursor.advance()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 0; i < table.columns().size(); i++) {
                    row.put(table.columns().get(i).name(), cursor.value(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    long count(String name, Map<String, Bounds> bounds) {
        VirtualTable table = table(name);
        long count = 0;
        try (RowCursor cursor = table.scan(request(table, bounds))) {
            while (cursor.advance()) {
                count++;
            }
        }
        return count;
    }

    static ScanRequest request(VirtualTable table, Map<String, Bounds> bounds) {
        BitSet needed = new BitSet();
        needed.set(0, table.columns().size());
        Map<Integer, Bounds> byOrdinal = new HashMap<>();
        List<String> names = table.columns().stream().map(Column::name).toList();
        bounds.forEach((name, bound) -> byOrdinal.put(names.indexOf(name), bound));
        SessionLogin login =
                new SessionLogin("monitor", "test", "host", "test", 1, false, false, new UUID(1, 2), "127.0.0.1", 5000);
        return new ScanRequest(new Session(51, login, START, "Sales"), needed, byOrdinal);
    }

    static long number(Map<String, Object> row, String column) {
        return ((Number) row.get(column)).longValue();
    }
}
