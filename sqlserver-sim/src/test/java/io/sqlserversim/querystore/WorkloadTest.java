package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.PLANS;
import static io.sqlserversim.querystore.StoreFixture.QUERIES;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.TEXTS;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the preset workloads promise: activity, births, flips, a regression, waits that fit, shared hashes. */
class WorkloadTest {
    private static String hex(Object bytes) {
        return HexFormat.of().formatHex((byte[]) bytes);
    }

    @Test
    void givenOltp_whenHistoryRead_then25To50PlansRunInEachInterval() {
        StoreFixture fixture = StoreFixture.oltp();
        Map<Long, Set<Long>> plans = new TreeMap<>();
        fixture.rows(RUNTIME)
                .forEach(row -> plans.computeIfAbsent(number(row, INTERVAL_ID), id -> new HashSet<>())
                        .add(number(row, "plan_id")));
        plans.remove(plans.keySet().stream().max(Long::compare).orElseThrow());
        assertThat(plans).hasSizeGreaterThan(160);
        assertThat(plans.values())
                .allSatisfy(active -> assertThat(active.size()).isBetween(25, 50));
    }

    @Test
    void givenOltp_whenRowsRead_thenTheirPlansQueriesAndTextsAreListed() {
        StoreFixture fixture = StoreFixture.oltp();
        fixture.advance(Duration.ofMinutes(33));
        Map<Long, Long> queryOfPlan = new HashMap<>();
        fixture.rows(PLANS).forEach(row -> queryOfPlan.put(number(row, "plan_id"), number(row, "query_id")));
        Map<Long, Long> textOfQuery = new HashMap<>();
        fixture.rows(QUERIES).forEach(row -> textOfQuery.put(number(row, "query_id"), number(row, "query_text_id")));
        Set<Long> texts = new HashSet<>();
        fixture.rows(TEXTS).forEach(row -> texts.add(number(row, "query_text_id")));
        fixture.rows(RUNTIME).forEach(row -> assertThat(queryOfPlan).containsKey(number(row, "plan_id")));
        assertThat(textOfQuery.keySet()).containsAll(queryOfPlan.values());
        assertThat(texts).containsExactlyInAnyOrderElementsOf(new HashSet<>(textOfQuery.values()));
        assertThat(texts.size()).isLessThan(textOfQuery.size());
    }

    @Test
    void givenOltp_whenTimePasses_thenPlansAppearWithAscendingIdsAndNeverChangeIdentity() {
        StoreFixture fixture = StoreFixture.oltp();
        List<Map<String, Object>> before = fixture.rows(PLANS);
        fixture.advance(Duration.ofMinutes(60));
        List<Map<String, Object>> after = fixture.rows(PLANS);
        assertThat(after.size()).isGreaterThan(before.size()).isLessThanOrEqualTo(60);
        for (int i = 0; i < before.size(); i++) {
            for (String column : List.of("plan_id", "query_id", "initial_compile_start_time", "query_plan")) {
                assertThat(after.get(i).get(column)).isEqualTo(before.get(i).get(column));
            }
        }
        assertThat(after.stream().map(row -> (OffsetDateTime) row.get("initial_compile_start_time")))
                .isSorted();
    }

    @Test
    void givenOltp_whenQueryOneComparedOverItsRegression_thenItsNewPlanIsManyTimesSlower() {
        StoreFixture fixture = StoreFixture.oltp();
        List<Long> plans = fixture.rows(PLANS, Map.of("query_id", Bounds.of(1))).stream()
                .map(row -> number(row, "plan_id"))
                .toList();
        assertThat(plans).hasSizeGreaterThanOrEqualTo(2);
        List<Map<String, Object>> rows = fixture.rows(
                RUNTIME,
                Map.of(
                        "plan_id",
                        Bounds.of(plans.stream().mapToLong(Long::longValue).toArray())));
        double fast = (Double) rows.getFirst().get("avg_duration");
        double slow = (Double) rows.getLast().get("avg_duration");
        assertThat(rows.getFirst().get("plan_id")).isNotEqualTo(rows.getLast().get("plan_id"));
        assertThat(slow).isGreaterThan(10 * fast);
    }

    @Test
    void givenTwoDatabasesOfOneApplication_whenRead_thenHashesAndTextsAgreeAndCountsDiffer() {
        WorkloadSpec spec = WorkloadSpec.oltp("Shop").withHistory(10);
        StoreFixture one = new StoreFixture(spec, StoreFixture.MINUTES, QueryStoreProfile.V16);
        QueryStore other = new QueryStore("Archive", spec, 8, one, StoreFixture.MINUTES, QueryStoreProfile.V16);
        StoreFixture alien = new StoreFixture(
                WorkloadSpec.oltp("Bank").withHistory(10), StoreFixture.MINUTES, QueryStoreProfile.V16);
        Set<String> hashes = new HashSet<>();
        one.rows(QUERIES).forEach(row -> hashes.add(hex(row.get("query_hash"))));
        var table = other.tables().stream()
                .filter(t -> t.name().equals(QUERIES))
                .findFirst()
                .orElseThrow();
        try (var cursor = table.scan(StoreFixture.request(table, Map.of()))) {
            while (cursor.advance()) {
                assertThat(hashes).contains(hex(cursor.value(5)));
            }
        }
        alien.rows(QUERIES).forEach(row -> assertThat(hashes).doesNotContain(hex(row.get("query_hash"))));
        assertThat(other.books().booksAt(one.instant()).getFirst().executions())
                .isNotEqualTo(
                        one.store.books().booksAt(one.instant()).getFirst().executions());
    }

    @Test
    void givenSettledInterval_whenWaitsRead_thenTheyFitIntoTheDurationsThatWereNotCpu() {
        StoreFixture fixture = StoreFixture.oltp();
        Map<String, Double> waited = new HashMap<>();
        for (Map<String, Object> row : fixture.rows(StoreFixture.WAITS, Map.of(INTERVAL_ID, Bounds.range(20, 60)))) {
            double total = number(row, "total_query_wait_time_ms");
            assertThat(total).isPositive();
            waited.merge(
                    row.get(INTERVAL_ID) + "/" + row.get("plan_id") + "/" + row.get("execution_type"),
                    total,
                    Double::sum);
        }
        assertThat(waited).isNotEmpty();
        int longWaits = 0;
        for (Map<String, Object> row : fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.range(20, 60)))) {
            String key = row.get(INTERVAL_ID) + "/" + row.get("plan_id") + "/" + row.get("execution_type");
            double executions = number(row, "count_executions");
            double cpu = (Double) row.get("avg_cpu_time") / (Double) row.get("avg_dop");
            double idle = executions * ((Double) row.get("avg_duration") - cpu) / 1000;
            double waits = waited.getOrDefault(key, 0.0);
            assertThat(waits).isBetween(idle - 4 * executions - 1, idle + executions / 100 + 1);
            longWaits += waits > 100 ? 1 : 0;
        }
        assertThat(longWaits).isPositive();
    }

    @Test
    void givenUnknownPreset_whenAsked_thenTheExistingOnesAreNamed() {
        assertThatThrownBy(() -> WorkloadSpec.preset("huge", "Shop"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no workload 'huge'; there are [oltp, big, small, reporting, storm, ");
        assertThat(WorkloadSpec.preset("small", "Shop")).isEqualTo(WorkloadSpec.small("Shop"));
        assertThat(WorkloadSpec.big("Shop").plans() * 60_000.0 / 1e9).isCloseTo(0.75, within(0.001));
    }
}
