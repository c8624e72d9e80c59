package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Compares what is stored of the fixture's one database with its books. No state. */
final class HeldRows {
    private static final Duration SETTLES = Duration.ofMinutes(2);

    private HeldRows() {}

    /** Each interval that had settled at an instant of the source's clock is stored as the books have it, once. */
    static void assertWhole(CollectorFixture fixture, ServerLane lane, Instant at) {
        List<IntervalBook> books = fixture.settled().stream()
                .filter(book -> book.end().plus(SETTLES).isBefore(at))
                .toList();
        List<StoredInterval> stored = fixture.store
                .reader()
                .storedIntervals(lane.databases().getFirst().series().key());
        assertThat(books).isNotEmpty();
        for (IntervalBook book : books) {
            assertThat(stored)
                    .filteredOn(one -> one.intervalId() == book.intervalId())
                    .singleElement()
                    .satisfies(one -> {
                        assertThat(one.executions()).isEqualTo(book.executions());
                        assertThat(one.rows()).isEqualTo(one.distinctKeys());
                    });
        }
    }
}
