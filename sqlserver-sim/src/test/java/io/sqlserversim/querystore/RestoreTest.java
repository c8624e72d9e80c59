package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVALS;
import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.PLANS;
import static io.sqlserversim.querystore.StoreFixture.QUERIES;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.books.RowBook;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is lost at once: by a crash, by a restore of an older image, by a clock that goes back. */
class RestoreTest {
    private static long lastId(StoreFixture fixture) {
        return number(fixture.rows(INTERVALS).getLast(), INTERVAL_ID);
    }

    private static List<Map<String, Object>> interval(StoreFixture fixture, long id) {
        return fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(id)));
    }

    private static long executions(List<Map<String, Object>> rows) {
        return rows.stream().mapToLong(row -> number(row, "count_executions")).sum();
    }

    private static long booked(StoreFixture fixture, int epoch, long id) {
        Iterator<RowBook> rows = fixture.store.books().rows(epoch, id, fixture.instant());
        long executions = 0;
        while (rows.hasNext()) {
            executions += rows.next().executions();
        }
        return executions;
    }

    private static void assertBooksAgree(StoreFixture fixture) {
        for (IntervalBook book : fixture.store.books().booksAt(fixture.instant())) {
            if (book.presence() == Presence.SETTLED) {
                List<Map<String, Object>> rows = interval(fixture, book.intervalId());
                assertThat(executions(rows)).as(book.toString()).isEqualTo(book.executions());
                assertThat(rows).as(book.toString()).hasSize((int) book.rows());
                assertThat(booked(fixture, book.epoch(), book.intervalId())).isEqualTo(book.executions());
            }
        }
    }

    private static String plan(StoreFixture fixture, long id) {
        List<Map<String, Object>> rows = fixture.rows(PLANS, Map.of("plan_id", Bounds.of(id)));
        return rows.isEmpty()
                ? "none"
                : HexFormat.of().formatHex((byte[]) rows.getFirst().get("query_plan_hash")) + " "
                        + rows.getFirst().get("query_plan");
    }

    @Test
    void givenCrash_whenReadAgain_thenWhatWasInMemoryIsGoneAndTheIntervalGoesOn() {
        StoreFixture whole = StoreFixture.oltp();
        StoreFixture fixture = StoreFixture.oltp();
        fixture.store.flush();
        whole.store.flush();
        fixture.advance(Duration.ofSeconds(12));
        long id = lastId(fixture);
        long before = executions(interval(fixture, id));
        fixture.store.crash();
        long left = executions(interval(fixture, id));
        assertThat(left).isPositive().isLessThan(before);
        fixture.advance(Duration.ofMinutes(4));
        whole.advance(Duration.ofMinutes(4).plusSeconds(12));
        long settled = executions(interval(fixture, id));
        assertThat(settled).isGreaterThan(left).isLessThan(executions(interval(whole, id)));
        assertThat(interval(fixture, id).stream()
                        .map(row -> row.get("plan_id") + "/" + row.get("execution_type"))
                        .distinct())
                .hasSize(interval(fixture, id).size());
        assertThat(executions(interval(fixture, id + 1))).isEqualTo(executions(interval(whole, id + 1)));
        assertBooksAgree(fixture);
    }

    @Test
    void givenRestore_whenTimePasses_thenTheSameNumbersMeanOtherThings() {
        StoreFixture fixture = StoreFixture.oltp();
        Instant image = fixture.instant();
        fixture.advance(Duration.ofMinutes(45));
        long highest = lastId(fixture);
        int plansBefore = fixture.rows(PLANS).size();
        String plan = plan(fixture, plansBefore);
        String kept = plan(fixture, 3);
        Map<String, Object> old = interval(fixture, 20).getFirst();
        fixture.store.restore(image);
        assertThat(fixture.store.epoch()).isEqualTo(1);
        fixture.advance(Duration.ofSeconds(5));
        long resumed = lastId(fixture);
        assertThat(resumed).isLessThan(highest);
        assertThat(fixture.rows(PLANS)).hasSizeLessThan(plansBefore);
        assertThat(plan(fixture, 3)).isEqualTo(kept);
        assertThat(interval(fixture, 20).getFirst()).isEqualTo(old);
        fixture.advance(Duration.ofMinutes(90));
        assertThat(lastId(fixture)).isGreaterThan(highest);
        assertThat(plan(fixture, plansBefore)).isNotEqualTo("none").isNotEqualTo(plan);
        assertThat(fixture.rows(QUERIES).stream().map(row -> HexFormat.of().formatHex((byte[]) row.get("query_hash"))))
                .hasSizeGreaterThan(30);
        assertBooksAgree(fixture);
        assertThat(fixture.store.books().booksAt(fixture.instant()).stream().filter(book -> book.epoch() == 0))
                .allSatisfy(book -> assertThat(book.presence()).isEqualTo(Presence.CLEARED));
    }

    @Test
    void givenRestoreInsideOneInterval_whenItSettles_thenItHasTheImagesPartAndTheNewOne() {
        StoreFixture fixture = new StoreFixture(
                io.sqlserversim.querystore.workload.WorkloadSpec.oltp("Shop"),
                StoreFixture.MINUTES.withIntervals(60, 60),
                io.sqlserversim.querystore.options.QueryStoreProfile.V16);
        long id = lastId(fixture);
        fixture.store.flush();
        Instant image = fixture.instant();
        long flushed = executions(interval(fixture, id));
        fixture.advance(Duration.ofMinutes(15));
        fixture.store.flush();
        long before = executions(interval(fixture, id));
        fixture.store.restore(image);
        assertThat(executions(interval(fixture, id))).isPositive().isLessThanOrEqualTo(flushed);
        fixture.advance(Duration.ofMinutes(10));
        assertThat(executions(interval(fixture, id))).isGreaterThan(flushed);
        assertThat(lastId(fixture)).isEqualTo(id);
        fixture.advance(Duration.ofMinutes(60));
        assertThat(interval(fixture, id).stream()
                        .map(row -> row.get("plan_id") + "/" + row.get("execution_type"))
                        .distinct())
                .hasSize(interval(fixture, id).size());
        assertThat(executions(interval(fixture, id))).isNotEqualTo(before);
        assertBooksAgree(fixture);
    }

    @Test
    void givenClockMovedBack_whenRead_thenAnIntervalLiesInTheFutureAndTheStoreStandsStill() {
        StoreFixture fixture = StoreFixture.oltp();
        long executions = executions(fixture.rows(RUNTIME));
        long id = lastId(fixture);
        fixture.advance(Duration.ofMinutes(-10));
        assertThat(executions(fixture.rows(RUNTIME))).isEqualTo(executions);
        OffsetDateTime start =
                (OffsetDateTime) fixture.rows(INTERVALS).getLast().get("start_time");
        assertThat(start.toInstant()).isAfter(fixture.instant());
        assertThatThrownBy(() -> fixture.store.alter(StoreFixture.MINUTES.withIntervals(5, 60)))
                .hasMessageContaining("an interval lies in the future");
        fixture.advance(Duration.ofMinutes(14));
        assertThat(lastId(fixture)).isGreaterThan(id);
        assertThat(executions(fixture.rows(RUNTIME))).isGreaterThan(executions);
        assertBooksAgree(fixture);
    }
}
