package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVALS;
import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.QUERIES;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What happens to a store: states, options, CLEAR. */
class EventsTest {
    private static long executions(StoreFixture fixture) {
        return fixture.rows(RUNTIME).stream()
                .mapToLong(row -> number(row, "count_executions"))
                .sum();
    }

    private static void assertNoOverlap(List<Map<String, Object>> intervals) {
        for (int i = 1; i < intervals.size(); i++) {
            assertThat((OffsetDateTime) intervals.get(i).get("start_time"))
                    .isAfterOrEqualTo((OffsetDateTime) intervals.get(i - 1).get("end_time"));
            assertThat(number(intervals.get(i), INTERVAL_ID)).isGreaterThan(number(intervals.get(i - 1), INTERVAL_ID));
        }
    }

    @Test
    void givenClear_whenTimePasses_thenIdsRestartWithOtherMeanings() {
        StoreFixture fixture = StoreFixture.oltp();
        Object firstQuery = fixture.rows(QUERIES).getFirst().get("query_hash");
        int before = fixture.rows(INTERVALS).size();
        fixture.store.clear();
        assertThat(fixture.rows(INTERVALS)).isEmpty();
        assertThat(fixture.rows(RUNTIME)).isEmpty();
        assertThat(fixture.store.epoch()).isEqualTo(1);
        fixture.advance(Duration.ofSeconds(200));
        assertThat(number(fixture.rows(INTERVALS).getFirst(), INTERVAL_ID)).isEqualTo(1);
        assertThat(number(fixture.rows(QUERIES).getFirst(), "query_id")).isEqualTo(1);
        assertThat(fixture.rows(QUERIES).getFirst().get("query_hash")).isNotEqualTo(firstQuery);
        assertThat(fixture.rows(RUNTIME))
                .allSatisfy(row -> assertThat(((OffsetDateTime) row.get("first_execution_time")).toInstant())
                        .isAfterOrEqualTo(StoreFixture.START));
        List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
        assertThat(books.stream().filter(book -> book.epoch() == 0))
                .hasSize(before)
                .allSatisfy(book -> assertThat(book.presence()).isEqualTo(Presence.CLEARED));
    }

    @Test
    void givenReadOnly_whenTimePasses_thenNothingIsAddedUntilItCapturesAgain() {
        StoreFixture fixture = StoreFixture.oltp();
        fixture.advance(Duration.ofSeconds(5));
        QueryStoreOptions readOnly =
                StoreFixture.MINUTES.withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_ONLY, 65_536);
        fixture.store.alter(readOnly);
        fixture.advance(Duration.ofMinutes(5));
        long frozen = executions(fixture);
        long intervals = fixture.rows(INTERVALS).size();
        fixture.advance(Duration.ofMinutes(10));
        assertThat(executions(fixture)).isEqualTo(frozen);
        assertThat(fixture.rows(INTERVALS)).hasSize((int) intervals);
        Map<String, Object> options = fixture.rows(StoreFixture.OPTIONS).getFirst();
        assertThat(options)
                .containsEntry("desired_state_desc", "READ_WRITE")
                .containsEntry("actual_state", 1)
                .containsEntry("readonly_reason", 65_536)
                .containsEntry("capture_policy_execution_count", null)
                .containsEntry("actual_state_additional_info", "");
        fixture.store.alter(StoreFixture.MINUTES);
        fixture.advance(Duration.ofMinutes(5));
        assertThat(executions(fixture)).isGreaterThan(frozen);
        assertNoOverlap(fixture.rows(INTERVALS));
        assertThat(fixture.store.books().booksAt(fixture.instant()).stream()
                        .mapToLong(IntervalBook::executions)
                        .sum())
                .isGreaterThanOrEqualTo(executions(fixture));
    }

    @Test
    void givenLengthChanged_whenTimePasses_thenTheRunningIntervalKeepsItsEnd() {
        StoreFixture fixture = StoreFixture.small();
        fixture.store.alter(StoreFixture.MINUTES.withIntervals(15, 60));
        fixture.advance(Duration.ofMinutes(31));
        List<Map<String, Object>> intervals = fixture.rows(INTERVALS);
        assertNoOverlap(intervals);
        assertThat(intervals.getLast().get("start_time").toString()).isEqualTo("2026-03-04T10:45Z");
        assertThat(intervals.getLast().get("end_time").toString()).isEqualTo("2026-03-04T11:00Z");
        assertThat(intervals.stream().map(row -> row.get("start_time").toString()))
                .contains("2026-03-04T10:20Z", "2026-03-04T10:21Z");
    }

    @Test
    void givenFlushChanged_whenReadAgain_thenSettledIntervalsStayWhole() {
        StoreFixture fixture = StoreFixture.small();
        int before = fixture.rows(RUNTIME).size();
        fixture.store.alter(StoreFixture.MINUTES.withIntervals(1, 3600));
        assertThat(fixture.rows(RUNTIME)).hasSizeLessThanOrEqualTo(before);
    }

    @Test
    void givenNeverOn_whenScanned_thenNoRowsButTheOptionsAndTablesWithoutRows() {
        QueryStoreOptions off = StoreFixture.MINUTES.withState(QueryStoreState.OFF, QueryStoreState.OFF, 0);
        StoreFixture fixture = new StoreFixture(WorkloadSpec.small("Shop"), off, QueryStoreProfile.V16);
        fixture.store.tables().stream()
                .filter(table -> !List.of(StoreFixture.OPTIONS, "sys.internal_tables", "sys.dm_db_partition_stats")
                        .contains(table.name()))
                .forEach(table ->
                        assertThat(fixture.rows(table.name())).as(table.name()).isEmpty());
        assertThat(fixture.rows("sys.dm_db_partition_stats"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).containsEntry("row_count", 0L));
        assertThat(fixture.rows(StoreFixture.OPTIONS)).hasSize(1);
        assertThat(fixture.rows(StoreFixture.OPTIONS).getFirst()).containsEntry("current_storage_size_mb", 0L);
        fixture.store.alter(StoreFixture.MINUTES);
        fixture.advance(Duration.ofSeconds(30));
        assertThat(fixture.rows(RUNTIME)).isNotEmpty();
    }

    @Test
    void givenBadOptions_whenMade_thenTheRuleIsNamed() {
        assertThatThrownBy(() -> StoreFixture.MINUTES.withIntervals(7, 60))
                .hasMessage("INTERVAL_LENGTH_MINUTES must be 1, 5, 10, 15, 30, 60 or 1440");
        assertThatThrownBy(() -> StoreFixture.MINUTES.withIntervals(1, 30))
                .hasMessage("DATA_FLUSH_INTERVAL_SECONDS must be at least 60");
    }
}
