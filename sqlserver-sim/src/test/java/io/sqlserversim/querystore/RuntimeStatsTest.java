package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.Metric;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runtime stats: split parts, order, bounds and the work they spare. */
class RuntimeStatsTest {
    private static String keyOf(Map<String, Object> row) {
        return row.get(INTERVAL_ID) + "/" + row.get("plan_id") + "/" + row.get("execution_type");
    }

    private static Map<String, List<Map<String, Object>>> byKey(List<Map<String, Object>> rows) {
        Map<String, List<Map<String, Object>>> groups = new LinkedHashMap<>();
        rows.forEach(row ->
                groups.computeIfAbsent(keyOf(row), key -> new ArrayList<>()).add(row));
        return groups;
    }

    private static long lastIntervalId(StoreFixture fixture) {
        List<Map<String, Object>> intervals = fixture.rows(StoreFixture.INTERVALS);
        return number(intervals.getLast(), INTERVAL_ID);
    }

    @Test
    void givenSameSeed_whenScannedTwice_thenTheSame() {
        assertThat(StoreFixture.small().rows(RUNTIME))
                .isEqualTo(StoreFixture.small().rows(RUNTIME))
                .isNotEmpty();
    }

    /** Fails when a part takes the executions of another one, or none does: e.g. memory from the interval's start. */
    @Test
    void givenOpenInterval_whenTimePasses_thenPartsAddUpToWhatSettles() {
        StoreFixture fixture = StoreFixture.oltp();
        long id = lastIntervalId(fixture);
        Map<String, Bounds> open = Map.of(INTERVAL_ID, Bounds.of(id));
        int splits = 0;
        Map<String, Long> seen = new LinkedHashMap<>();
        List<Map<String, List<Map<String, Object>>>> snapshots = new ArrayList<>();
        for (int i = 0; i < 75; i++) {
            Map<String, List<Map<String, Object>>> groups = byKey(fixture.rows(RUNTIME, open));
            snapshots.add(groups);
            for (Map.Entry<String, List<Map<String, Object>>> group : groups.entrySet()) {
                long executions = group.getValue().stream()
                        .mapToLong(row -> number(row, "count_executions"))
                        .sum();
                assertThat(executions).isGreaterThanOrEqualTo(seen.getOrDefault(group.getKey(), 0L));
                seen.put(group.getKey(), executions);
                splits += group.getValue().size() > 1 ? 1 : 0;
                assertThat(group.getValue().stream()
                                .map(row -> row.get("runtime_stats_id"))
                                .distinct())
                        .hasSize(1);
            }
            fixture.advance(Duration.ofSeconds(2));
        }
        assertThat(splits).isPositive();
        Map<String, List<Map<String, Object>>> settled = byKey(fixture.rows(RUNTIME, open));
        assertThat(settled.values()).allSatisfy(group -> assertThat(group).hasSize(1));
        checkSums(snapshots, settled);
    }

    private static void checkSums(
            List<Map<String, List<Map<String, Object>>>> snapshots, Map<String, List<Map<String, Object>>> settled) {
        int compared = 0;
        for (Map<String, List<Map<String, Object>>> groups : snapshots) {
            for (Map.Entry<String, List<Map<String, Object>>> group : groups.entrySet()) {
                Map<String, Object> whole = settled.get(group.getKey()).getFirst();
                List<Map<String, Object>> parts = group.getValue();
                long executions = parts.stream()
                        .mapToLong(row -> number(row, "count_executions"))
                        .sum();
                if (parts.size() > 1 && executions == number(whole, "count_executions")) {
                    compared++;
                    for (Metric metric : Metric.values()) {
                        checkMetric(parts, whole, metric.columnName());
                    }
                }
            }
        }
        assertThat(compared).as("complete rows seen while split").isPositive();
    }

    private static void checkMetric(List<Map<String, Object>> parts, Map<String, Object> whole, String metric) {
        double executions = number(whole, "count_executions");
        double total = 0;
        double squares = 0;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (Map<String, Object> part : parts) {
            double count = number(part, "count_executions");
            double average = (Double) part.get("avg_" + metric);
            double deviation = part.get("stdev_" + metric) instanceof Double value ? value : 0;
            total += Math.rint(average * count);
            squares += count * (deviation * deviation + average * average);
            least = Math.min(least, number(part, "min_" + metric));
            greatest = Math.max(greatest, number(part, "max_" + metric));
        }
        double average = total / executions;
        assertThat((Double) whole.get("avg_" + metric)).isEqualTo(average);
        assertThat(number(whole, "min_" + metric)).isEqualTo(least);
        assertThat(number(whole, "max_" + metric)).isEqualTo(greatest);
        assertThat(number(whole, "last_" + metric)).isEqualTo(number(parts.getLast(), "last_" + metric));
        double deviation = Math.sqrt(Math.max(0, squares / executions - average * average));
        double real = whole.get("stdev_" + metric) instanceof Double value ? value : 0;
        assertThat(real).isCloseTo(deviation, within(0.2 + average * 1e-4));
    }

    @Test
    void givenRows_whenTimesRead_thenTheyLieInsideTheirInterval() {
        StoreFixture fixture = StoreFixture.small();
        Map<Long, Map<String, Object>> intervals = new LinkedHashMap<>();
        fixture.rows(StoreFixture.INTERVALS).forEach(row -> intervals.put(number(row, INTERVAL_ID), row));
        for (Map<String, Object> row : fixture.rows(RUNTIME)) {
            Map<String, Object> interval = intervals.get(number(row, INTERVAL_ID));
            OffsetDateTime first = (OffsetDateTime) row.get("first_execution_time");
            OffsetDateTime last = (OffsetDateTime) row.get("last_execution_time");
            assertThat(first).isAfterOrEqualTo((OffsetDateTime) interval.get("start_time"));
            assertThat(last).isAfterOrEqualTo(first).isBefore((OffsetDateTime) interval.get("end_time"));
            assertThat(last.toInstant()).isBeforeOrEqualTo(fixture.instant());
            assertThat(first.getNano() % 100).isZero();
        }
        assertThat(intervals.values())
                .allSatisfy(row -> assertThat(((OffsetDateTime) row.get("start_time")).getSecond())
                        .isZero());
    }

    @Test
    void givenProfiles_whenScanned_thenOrderedAsTheVersionClusters() {
        assertThat(StoreFixture.small().rows(RUNTIME)).isSortedAccordingTo((a, b) -> {
            int byInterval = Long.compare(number(a, INTERVAL_ID), number(b, INTERVAL_ID));
            int byPlan = Long.compare(number(a, "plan_id"), number(b, "plan_id"));
            int byType = Long.compare(number(a, "execution_type"), number(b, "execution_type"));
            return byInterval != 0 ? byInterval : byPlan != 0 ? byPlan : byType;
        });
        StoreFixture old = new StoreFixture(WorkloadSpec.small("Shop"), StoreFixture.MINUTES, QueryStoreProfile.V15);
        assertThat(old.rows(RUNTIME)).isSortedAccordingTo((a, b) -> {
            int byPlan = Long.compare(number(a, "plan_id"), number(b, "plan_id"));
            int byInterval = Long.compare(number(a, INTERVAL_ID), number(b, INTERVAL_ID));
            return byPlan != 0 ? byPlan : byInterval;
        });
        assertThat(old.table(RUNTIME).order()).containsExactly(1, 2, 3);
        assertThat(StoreFixture.small().table(RUNTIME).order()).containsExactly(2, 73, 1, 3);
        assertThat(old.rows(RUNTIME)).hasSameSizeAs(StoreFixture.small().rows(RUNTIME));
    }

    @Test
    void givenBounds_whenScanned_thenTheFilteredFullScanForTheWorkOfTheAnswer() {
        StoreFixture fixture = StoreFixture.oltp();
        List<Map<String, Object>> all = fixture.rows(RUNTIME);
        checkBounds(fixture, all, INTERVAL_ID, Bounds.range(40, 43), 0.05);
        checkBounds(fixture, all, INTERVAL_ID, Bounds.of(3, 77, 150, 9_999), 0.05);
        checkBounds(fixture, all, "plan_id", Bounds.range(10, 12), 0.2);
        checkBounds(fixture, all, "plan_id", Bounds.of(1, 5, 59), 0.2);
        checkBounds(fixture, all, INTERVAL_ID, Bounds.of(), 0.001);
    }

    private static void checkBounds(
            StoreFixture fixture, List<Map<String, Object>> all, String column, Bounds bounds, double share) {
        long before = fixture.store.rowsVisited();
        fixture.count(RUNTIME, Map.of());
        long full = fixture.store.rowsVisited() - before;
        before = fixture.store.rowsVisited();
        List<Map<String, Object>> found = fixture.rows(RUNTIME, Map.of(column, bounds));
        long work = fixture.store.rowsVisited() - before;
        assertThat(found)
                .isEqualTo(all.stream()
                        .filter(row -> bounds.contains(number(row, column)))
                        .toList());
        assertThat(work).isLessThanOrEqualTo((long) (full * share));
    }

    @Test
    void givenVersionBefore2022_whenBoundByInterval_thenTheWorkOfAFullScan() {
        StoreFixture old = new StoreFixture(WorkloadSpec.oltp("Shop"), StoreFixture.MINUTES, QueryStoreProfile.V15);
        old.count(RUNTIME, Map.of());
        long full = old.store.rowsVisited();
        assertThat(old.count(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(40)))).isPositive();
        assertThat(old.store.rowsVisited() - full).isGreaterThan(full / 2);
    }

    /** Fails when the old layout has the local group alone, or an interval seeks in it. */
    @Test
    void givenADatabaseUpgradedInPlace_whenScanned_thenTheSameRowsComeByPlanForTheWorkOfAFullScan() {
        StoreFixture fixture = StoreFixture.oltp();
        fixture.store.addReplicaGroup(2, 2, "readable", Duration.ofMinutes(1));
        fixture.advance(Duration.ofMinutes(30));
        List<Map<String, Object>> before = fixture.rows(RUNTIME);
        fixture.store.keepOldLayout();

        List<Map<String, Object>> after = fixture.rows(RUNTIME);
        assertThat(after).containsExactlyInAnyOrderElementsOf(before);
        assertThat(after).isSortedAccordingTo((a, b) -> Long.compare(number(a, "plan_id"), number(b, "plan_id")));
        assertThat(after)
                .anySatisfy(row -> assertThat(row.get("replica_group_id")).isEqualTo(2L));
        assertThat(fixture.table(RUNTIME).order()).containsExactly(1, 2, 73, 3);
        long visited = fixture.store.rowsVisited();
        fixture.count(RUNTIME, Map.of());
        long full = fixture.store.rowsVisited() - visited;
        assertThat(fixture.count(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(40)))).isPositive();
        assertThat(fixture.store.rowsVisited() - visited - full).isGreaterThan(full / 3);
    }
}
