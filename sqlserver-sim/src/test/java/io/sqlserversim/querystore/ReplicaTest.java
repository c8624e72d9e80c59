package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.OPTIONS;
import static io.sqlserversim.querystore.StoreFixture.PLANS;
import static io.sqlserversim.querystore.StoreFixture.QUERIES;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.TEXTS;
import static io.sqlserversim.querystore.StoreFixture.WAITS;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.books.RowBook;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Readable replicas: their rows come late, and on themselves ids are provisional until they are written. */
class ReplicaTest {
    private static final String REPLICAS = "sys.query_store_replicas";

    private static List<Map<String, Object>> interval(StoreFixture fixture, long id, long group) {
        return fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(id))).stream()
                .filter(row -> number(row, "replica_group_id") == group)
                .toList();
    }

    @Test
    void givenAReplicaGroup_whenItsDelayPasses_thenItsRowsArriveLongAfterTheIntervalSettled() {
        StoreFixture fixture = StoreFixture.oltp();
        fixture.store.addReplicaGroup(2, 2, "SQL02", Duration.ofMinutes(40));
        fixture.advance(Duration.ofMinutes(2));
        long id = number(fixture.rows(StoreFixture.INTERVALS).getLast(), INTERVAL_ID);
        fixture.advance(Duration.ofMinutes(30));
        assertThat(interval(fixture, id, 1)).isNotEmpty();
        assertThat(interval(fixture, id, 2)).isEmpty();
        fixture.advance(Duration.ofMinutes(160));
        List<Map<String, Object>> late = interval(fixture, id, 2);
        assertThat(late)
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(interval(fixture, id, 1).size());
        List<Long> ids = fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(id))).stream()
                .map(row -> number(row, "replica_group_id") * 1000 + number(row, "plan_id"))
                .toList();
        assertThat(ids).isSorted();
        assertThat(fixture.rows(WAITS, Map.of(INTERVAL_ID, Bounds.of(id))).stream()
                        .map(row -> number(row, "replica_group_id")))
                .contains(1L, 2L);
        List<RowBook> books = new ArrayList<>();
        fixture.store.books().rows(0, id, fixture.instant()).forEachRemaining(books::add);
        assertThat(books.stream().filter(book -> book.replicaGroupId() == 2).map(RowBook::executions))
                .containsExactlyElementsOf(late.stream()
                        .map(row -> number(row, "count_executions"))
                        .toList());
        assertThat(interval(fixture, 10, 2)).as("before it was added").isEmpty();
    }

    /** Mutation seen to break it: a scatter of some minutes, however long the delay. */
    @Test
    void givenALongDelay_whenTwiceThatHasPassed_thenSomeIntervalsHaveItsRowsAndOthersNotYet() {
        StoreFixture fixture = StoreFixture.oltp();
        fixture.store.addReplicaGroup(2, 2, "SQL02", Duration.ofHours(10));
        fixture.advance(Duration.ofMinutes(2));
        long first = number(fixture.rows(StoreFixture.INTERVALS).getLast(), INTERVAL_ID);
        fixture.advance(Duration.ofHours(21));
        List<Long> ids = LongStream.range(first, first + 30).boxed().toList();

        List<Long> arrived =
                ids.stream().filter(id -> !interval(fixture, id, 2).isEmpty()).toList();

        assertThat(arrived).hasSizeBetween(3, 20);
        fixture.advance(Duration.ofHours(20));
        assertThat(ids).noneMatch(id -> interval(fixture, id, 2).isEmpty());
    }

    @Test
    void givenVersions_whenReplicasAreListed_thenAsProbed() {
        assertThat(StoreFixture.small().rows(REPLICAS)).as("2022, standalone").isEmpty();
        StoreFixture grouped = StoreFixture.small();
        grouped.store.addReplicaGroup(2, 2, "SQL02", Duration.ofMinutes(1));
        assertThat(grouped.rows(REPLICAS)).hasSize(2);
        assertThat(grouped.rows(REPLICAS).getLast())
                .containsEntry("replica_group_id", 2L)
                .containsEntry("role_type", 2)
                .containsEntry("replica_name", "SQL02");
        StoreFixture newest = new StoreFixture(WorkloadSpec.small("Shop"), StoreFixture.MINUTES, QueryStoreProfile.V17);
        assertThat(newest.rows(REPLICAS).stream().map(row -> row.get("replica_name")))
                .containsExactly("Primary", "Secondary", "Geo Secondary", "Geo HA Secondary");
    }

    @Test
    void givenASecondaryThatCaptures_whenEntriesAreNotWritten_thenTheirIdsAreNegativeUntilTheFlush() {
        StoreFixture fixture = new StoreFixture(
                WorkloadSpec.oltp("Shop"), StoreFixture.MINUTES.withIntervals(1, 86_400), QueryStoreProfile.V17);
        fixture.store.alter(fixture.store
                .options()
                .withState(QueryStoreState.READ_CAPTURE_SECONDARY, QueryStoreState.READ_CAPTURE_SECONDARY, 8));
        assertThat(fixture.rows(OPTIONS).getFirst())
                .containsEntry("actual_state_desc", "READ_CAPTURE_SECONDARY")
                .containsEntry("actual_state", 4)
                .containsEntry("readonly_reason", 8);
        fixture.store.flush();
        fixture.advance(Duration.ofMinutes(40));
        Map<Long, Long> queryOfPlan = new HashMap<>();
        fixture.rows(PLANS).forEach(row -> queryOfPlan.put(number(row, "plan_id"), number(row, "query_id")));
        assertThat(queryOfPlan.keySet().stream().filter(id -> id < 0)).isNotEmpty();
        assertThat(queryOfPlan.keySet()).noneMatch(id -> id == 0 || id == -1);
        Set<Long> queries = new HashSet<>();
        fixture.rows(QUERIES).forEach(row -> queries.add(number(row, "query_id")));
        assertThat(queries).containsAll(queryOfPlan.values());
        assertThat(fixture.rows(TEXTS)).isNotEmpty();
        List<Map<String, Object>> rows = fixture.rows(RUNTIME);
        assertThat(rows.stream().filter(row -> number(row, "plan_id") < 0)).isNotEmpty();
        rows.forEach(row -> assertThat(queryOfPlan).containsKey(number(row, "plan_id")));
        long provisional =
                queryOfPlan.keySet().stream().filter(id -> id < 0).findFirst().orElseThrow();
        assertThat(fixture.rows(PLANS, Map.of("plan_id", Bounds.of(provisional))))
                .hasSize(1);
        fixture.store.flush();
        assertThat(fixture.rows(PLANS)).hasSize(queryOfPlan.size());
        assertThat(fixture.rows(PLANS).stream().map(row -> number(row, "plan_id")))
                .allMatch(id -> id > 0);
        assertThat(fixture.rows(PLANS, Map.of("plan_id", Bounds.of(provisional))))
                .isEmpty();
        assertThat(fixture.rows(RUNTIME).stream().map(row -> number(row, "plan_id")))
                .allMatch(id -> id > 0);
    }
}
