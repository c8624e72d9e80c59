package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVALS;
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
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.books.RowBook;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Clean-up by age and by size, which takes rows out of intervals that stay. */
class CleanUpTest {
    private static final QueryStoreOptions TINY = StoreFixture.MINUTES.withLimits(8, 30);

    private static StoreFixture tiny(QueryStoreOptions options) {
        return new StoreFixture(WorkloadSpec.oltp("Shop"), options, QueryStoreProfile.V16);
    }

    private static Map<Long, Integer> rowsByInterval(StoreFixture fixture) {
        Map<Long, Integer> rows = new TreeMap<>();
        fixture.rows(RUNTIME).forEach(row -> rows.merge(number(row, INTERVAL_ID), 1, Integer::sum));
        return rows;
    }

    private static void assertListedRowsAreTheViews(StoreFixture fixture, IntervalBook book) {
        List<Long> listed = new ArrayList<>();
        fixture.store
                .books()
                .listedRows(book.epoch(), book.intervalId(), fixture.instant())
                .forEachRemaining((RowBook row) -> listed.add(row.executions()));
        List<Long> seen = fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(book.intervalId()))).stream()
                .map(row -> number(row, "count_executions"))
                .toList();
        assertThat(listed).as(book.toString()).isEqualTo(seen);
        List<RowBook> all = new ArrayList<>();
        fixture.store
                .books()
                .rows(book.epoch(), book.intervalId(), fixture.instant())
                .forEachRemaining(all::add);
        assertThat(all).hasSize((int) book.rows());
    }

    private static long sizeMb(StoreFixture fixture) {
        return number(fixture.rows(OPTIONS).getFirst(), "current_storage_size_mb");
    }

    @Test
    void givenIntervalsAtTheThreshold_whenTheHourPasses_thenTheyAreThinnedFirstAndGoneWithTheNext() {
        StoreFixture fixture = new StoreFixture(
                WorkloadSpec.oltp("Shop").withHistory(40),
                StoreFixture.MINUTES.withIntervals(60, 900).withLimits(1000, 1),
                QueryStoreProfile.V16);
        IntervalBook thinned = fixture.store.books().booksAt(fixture.instant()).stream()
                .filter(book -> book.presence() == Presence.THINNED)
                .findFirst()
                .orElseThrow();
        assertListedRowsAreTheViews(fixture, thinned);
        long shown = rowsByInterval(fixture).get(thinned.intervalId());
        assertThat(shown).isPositive().isLessThan(thinned.rows());
        assertThat(fixture.rows(INTERVALS).stream().map(row -> number(row, INTERVAL_ID)))
                .contains(thinned.intervalId());
        fixture.advance(Duration.ofHours(1));
        assertThat(fixture.rows(INTERVALS).stream().map(row -> number(row, INTERVAL_ID)))
                .doesNotContain(thinned.intervalId());
    }

    @Test
    void givenAStoreThatGrows_whenItReaches90Percent_thenTheCheapestQueriesGoDownTo80() {
        StoreFixture fixture = tiny(TINY);
        Map<Long, Integer> before = rowsByInterval(fixture);
        long size = 0;
        long plans = 0;
        for (int i = 0; i < 600 && fixture.count(PLANS, Map.of()) >= plans; i++) {
            plans = fixture.count(PLANS, Map.of());
            size = sizeMb(fixture);
            fixture.advance(Duration.ofMinutes(2));
        }
        assertThat(size).isBetween(7L, 8L);
        assertThat(sizeMb(fixture)).isLessThan(size);
        assertThat(fixture.store.options().actual()).isEqualTo(QueryStoreState.READ_WRITE);
        Map<Long, Integer> after = rowsByInterval(fixture);
        before.remove(before.keySet().stream().max(Long::compare).orElseThrow());
        assertThat(before.keySet())
                .allSatisfy(
                        id -> assertThat(after.getOrDefault(id, 0)).isPositive().isLessThanOrEqualTo(before.get(id)));
        assertThat(before.keySet()).anyMatch(id -> after.get(id) < before.get(id));
        assertEverythingLeftHangsTogether(fixture);
        List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
        IntervalBook thinned = books.stream()
                .filter(book -> book.presence() == Presence.THINNED)
                .findFirst()
                .orElseThrow();
        assertListedRowsAreTheViews(fixture, thinned);
        assertListedRowsAreTheViews(fixture, books.get(books.size() - 5));
    }

    private static void assertEverythingLeftHangsTogether(StoreFixture fixture) {
        Set<Long> plans = new HashSet<>();
        Set<Long> queriesOfPlans = new HashSet<>();
        fixture.rows(PLANS).forEach(row -> {
            plans.add(number(row, "plan_id"));
            queriesOfPlans.add(number(row, "query_id"));
        });
        Set<Long> queries = new HashSet<>();
        Set<Long> textsOfQueries = new HashSet<>();
        fixture.rows(QUERIES).forEach(row -> {
            queries.add(number(row, "query_id"));
            textsOfQueries.add(number(row, "query_text_id"));
        });
        Set<Long> texts = new HashSet<>();
        fixture.rows(TEXTS).forEach(row -> texts.add(number(row, "query_text_id")));
        assertThat(queries).isEqualTo(queriesOfPlans);
        assertThat(texts).isEqualTo(textsOfQueries);
        assertThat(plans.size()).isLessThan(60);
        fixture.rows(RUNTIME).forEach(row -> assertThat(plans).contains(number(row, "plan_id")));
        fixture.rows(WAITS).forEach(row -> assertThat(plans).contains(number(row, "plan_id")));
    }

    @Test
    void givenNoSizeBasedCleanUp_whenTheLimitIsReached_thenReadOnlyWithItsReason() {
        StoreFixture fixture = tiny(TINY.withSizeBasedCleanup(false));
        fixture.advance(Duration.ofHours(12));
        Map<String, Object> options = fixture.rows(OPTIONS).getFirst();
        assertThat(options)
                .containsEntry("desired_state_desc", "READ_WRITE")
                .containsEntry("actual_state_desc", "READ_ONLY")
                .containsEntry("readonly_reason", 65_536);
        long intervals = fixture.rows(INTERVALS).size();
        fixture.advance(Duration.ofHours(1));
        assertThat(fixture.rows(INTERVALS)).hasSize((int) intervals);
        fixture.store.alter(fixture.store
                .options()
                .withLimits(100, 30)
                .withState(QueryStoreState.READ_WRITE, QueryStoreState.READ_WRITE, 0));
        fixture.advance(Duration.ofMinutes(10));
        assertThat(fixture.rows(INTERVALS)).hasSizeGreaterThan((int) intervals);
    }

    @Test
    void givenTheSameTimes_whenLookedAtOftenOrOnce_thenTheSameStore() {
        StoreFixture often = tiny(TINY);
        StoreFixture once = tiny(TINY);
        for (int i = 0; i < 120; i++) {
            often.advance(Duration.ofMinutes(5));
            often.rows(OPTIONS);
        }
        once.advance(Duration.ofHours(10));
        assertThat(rowsByInterval(once)).isEqualTo(rowsByInterval(often));
    }
}
