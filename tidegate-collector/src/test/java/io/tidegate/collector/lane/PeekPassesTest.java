package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.PeekBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How often an interval is peeked at, over an hour of ticks. Mutations seen to break it: a minute that counts from the end of
 * the last peek; a closed interval that is peeked at until it settles, or not at all.
 */
class PeekPassesTest {
    private static final int TICKS = 60;

    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.withWorkloads("oltp").paced(1, 15, Duration.ofHours(1)));
    private final List<Peek> peeks = new ArrayList<>();
    private final ServerLane lane = fixture.lane(
            fixture.tools(new ForwardingStore(fixture.store) {
                @Override
                public void peek(PeekBatch batch) {
                    if (batch.isLast()) {
                        peeks.add(new Peek(batch.intervalId(), fixture.clock.now()));
                    }
                    super.peek(batch);
                }
            }),
            CollectorFixture.settings(),
            fixture.target(),
            fixture.ticker.readNanos(),
            0);

    private record Peek(long interval, Instant at) {}

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    @Test
    void givenAnHourOfTicks_whenPeeked_thenTheOpenIntervalIsSeenEachMinuteAndAClosedOneOnceMoreBehindItsEnd() {
        var store = fixture.queryStore();
        store.alter(store.options().withIntervals(15, 900));
        for (int tick = 0; tick < TICKS; tick++) {
            Duration late = Duration.ofMillis((2 - tick % 3) * 40L); // some come to their peek sooner than the last
            fixture.pass(late);
            lane.tick(fixture.ticker.readNanos());
            fixture.pass(Duration.ofMinutes(1).minus(late));
            fixture.clock.advance(Duration.ofMinutes(1));
        }

        int whole = 0;
        for (IntervalBook book : fixture.queryStore().books().booksAt(fixture.clock.now())) {
            List<Instant> at = peeks.stream()
                    .filter(peek -> peek.interval() == book.intervalId())
                    .map(Peek::at)
                    .toList();
            if (!book.start().isBefore(CollectorFixture.START) && !book.end().isAfter(fixture.clock.now())) {
                assertThat(at.stream().filter(book.end()::isAfter))
                        .as("peeks while it was open: each minute of 15, once it had rows")
                        .hasSizeBetween(14, 15);
                whole++;
            }
            if (!at.isEmpty() && fixture.clock.now().isAfter(book.end().plus(Duration.ofMinutes(2)))) {
                Instant seen = book.end().plus(Duration.ofMinutes(1));
                assertThat(at.stream().filter(when -> !when.isBefore(seen)))
                        .as("peeks once its rows have come: " + at)
                        .hasSize(1);
            }
        }
        assertThat(whole).as("intervals of their whole length").isEqualTo(3);
    }
}
