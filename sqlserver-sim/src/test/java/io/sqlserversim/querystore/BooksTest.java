package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.books.RowBook;
import io.sqlserversim.querystore.books.WaitBook;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The books against what scans return. */
class BooksTest {
    private static List<RowBook> scanned(StoreFixture fixture, long intervalId) {
        List<RowBook> rows = new ArrayList<>();
        for (Map<String, Object> row : fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(intervalId)))) {
            long executions = number(row, "count_executions");
            rows.add(new RowBook(
                    number(row, "plan_id"),
                    (int) number(row, "execution_type"),
                    number(row, "replica_group_id"),
                    executions,
                    (long) Math.rint((Double) row.get("avg_duration") * executions),
                    (long) Math.rint((Double) row.get("avg_cpu_time") * executions)));
        }
        return rows;
    }

    private static List<RowBook> booked(StoreFixture fixture, IntervalBook book) {
        List<RowBook> rows = new ArrayList<>();
        Iterator<RowBook> iterator = fixture.store.books().rows(book.epoch(), book.intervalId(), fixture.instant());
        iterator.forEachRemaining(rows::add);
        return rows;
    }

    @Test
    void givenLiveStore_whenSettled_thenScansReturnTheBooks() {
        StoreFixture fixture = StoreFixture.oltp();
        for (int i = 0; i < 5; i++) {
            fixture.advance(Duration.ofSeconds(97));
            List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
            assertThat(books.getLast().presence()).isEqualTo(Presence.OPEN);
            for (IntervalBook book : books.subList(i == 0 ? 0 : books.size() - 5, books.size())) {
                List<RowBook> rows = booked(fixture, book);
                assertThat(rows).hasSize((int) book.rows());
                assertThat(rows.stream().mapToLong(RowBook::executions).sum()).isEqualTo(book.executions());
                if (book.presence() == Presence.SETTLED) {
                    assertThat(scanned(fixture, book.intervalId())).isEqualTo(rows);
                }
            }
        }
    }

    /** Merged by key, since until an interval has settled a key may be shown in two parts. */
    private static Map<WaitBook, Long> scannedWaits(StoreFixture fixture, long intervalId) {
        Map<WaitBook, Long> sums = new HashMap<>();
        for (Map<String, Object> row : fixture.rows(StoreFixture.WAITS, Map.of(INTERVAL_ID, Bounds.of(intervalId)))) {
            WaitBook key = new WaitBook(
                    number(row, "plan_id"),
                    (int) number(row, "wait_category"),
                    (int) number(row, "execution_type"),
                    number(row, "replica_group_id"),
                    0);
            sums.merge(key, number(row, "total_query_wait_time_ms"), Long::sum);
        }
        return sums;
    }

    private static Map<WaitBook, Long> bookedWaits(StoreFixture fixture, IntervalBook book) {
        Map<WaitBook, Long> sums = new HashMap<>();
        fixture.store
                .books()
                .waits(book.epoch(), book.intervalId(), fixture.instant())
                .forEach(row -> assertThat(sums.put(
                                new WaitBook(
                                        row.planId(), row.waitCategory(), row.executionType(), row.replicaGroupId(), 0),
                                row.totalWaitMillis()))
                        .as("one row per key")
                        .isNull());
        return sums;
    }

    @Test
    void givenLiveStore_whenSettled_thenScansOfWaitsReturnTheBooks() {
        StoreFixture fixture = StoreFixture.oltp();
        long unsettled = 0;
        for (int i = 0; i < 5; i++) {
            fixture.advance(Duration.ofSeconds(97));
            List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
            for (IntervalBook book : books.subList(i == 0 ? 0 : books.size() - 5, books.size())) {
                Map<WaitBook, Long> scanned = scannedWaits(fixture, book.intervalId());
                Map<WaitBook, Long> booked = bookedWaits(fixture, book);
                if (book.presence() == Presence.SETTLED) {
                    assertThat(scanned).isNotEmpty().isEqualTo(booked);
                } else {
                    unsettled += sum(booked) - sum(scanned);
                }
            }
        }
        assertThat(unsettled).as("waits that came late").isPositive();
    }

    private static long sum(Map<WaitBook, Long> waits) {
        return waits.values().stream().mapToLong(n -> n).sum();
    }

    @Test
    void givenIntervalEnded_whenFlushIntervalHasPassed_thenItHasSettled() {
        StoreFixture fixture = StoreFixture.oltp();
        fixture.advance(Duration.ofMinutes(10));
        List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
        assertThat(books)
                .allSatisfy(book -> assertThat(book.settledAt())
                        .isAfterOrEqualTo(book.end())
                        .isBeforeOrEqualTo(book.end().plusSeconds(60)));
        assertThat(books.stream().filter(book -> book.presence() == Presence.UNSETTLED))
                .hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void givenIntervalJustEnded_whenReadBeforeItSettles_thenLateRowsAreStillMissing() {
        StoreFixture fixture = StoreFixture.oltp();
        IntervalBook open = fixture.store.books().booksAt(fixture.instant()).getLast();
        fixture.advance(Duration.between(fixture.instant(), open.end()).plusMillis(1));
        assertThat(visible(fixture, open)).isLessThan(total(fixture, open));
        fixture.advance(Duration.between(fixture.instant(), open.settledAt()));
        assertThat(visible(fixture, open)).isEqualTo(total(fixture, open));
    }

    private static long visible(StoreFixture fixture, IntervalBook book) {
        return scanned(fixture, book.intervalId()).stream()
                .mapToLong(RowBook::executions)
                .sum();
    }

    private static long total(StoreFixture fixture, IntervalBook book) {
        return booked(fixture, book).stream().mapToLong(RowBook::executions).sum();
    }

    @Test
    void givenBooks_whenIntervalViewScanned_thenTheSameIntervals() {
        StoreFixture fixture = StoreFixture.small();
        fixture.advance(Duration.ofMinutes(40).plusSeconds(20));
        List<Long> listed = fixture.rows(StoreFixture.INTERVALS).stream()
                .map(row -> number(row, INTERVAL_ID))
                .toList();
        List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
        assertThat(books.stream().map(IntervalBook::intervalId)).containsExactlyElementsOf(listed);
        assertThat(listed).isSorted().doesNotHaveDuplicates().first().isEqualTo(1L);
        assertThat(books.getFirst().start()).isBefore(StoreFixture.START.minus(Duration.ofMinutes(12)));
    }

    @Test
    void givenStaleThreshold_whenTimePasses_thenOldIntervalsAreExpiredAndNoLongerListed() {
        StoreFixture fixture = new StoreFixture(
                WorkloadSpec.small("Shop").withHistory(50),
                StoreFixture.MINUTES.withIntervals(60, 900).withLimits(1000, 1),
                QueryStoreProfile.V16);
        List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
        List<Long> listed = fixture.rows(StoreFixture.INTERVALS).stream()
                .map(row -> number(row, INTERVAL_ID))
                .toList();
        assertThat(books.stream().filter(book -> book.presence() == Presence.EXPIRED))
                .hasSizeGreaterThan(20);
        assertThat(books.stream()
                        .filter(book -> book.presence() != Presence.EXPIRED)
                        .map(IntervalBook::intervalId))
                .containsExactlyElementsOf(listed);
        fixture.advance(Duration.ofHours(1));
        assertThat(number(fixture.rows(StoreFixture.INTERVALS).getFirst(), INTERVAL_ID))
                .isGreaterThan(listed.getFirst());
    }

    @Test
    void givenCutoff_whenRemoved_thenViewsForgetAndBooksRemember() {
        StoreFixture fixture = StoreFixture.small();
        int before = fixture.rows(StoreFixture.INTERVALS).size();
        fixture.store.removeBefore(StoreFixture.START.minus(Duration.ofMinutes(6)));
        assertThat(fixture.rows(StoreFixture.INTERVALS)).hasSizeBetween(4, before - 4);
        assertThat(fixture.rows(RUNTIME).getFirst().get(INTERVAL_ID))
                .isEqualTo(fixture.rows(StoreFixture.INTERVALS).getFirst().get(INTERVAL_ID));
        assertThat(fixture.store.books().booksAt(fixture.instant())).hasSize(before);
    }
}
