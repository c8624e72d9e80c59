package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.core.ledger.Coverage;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.IntervalClock;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interval of a quarter of an hour that is peeked at each minute, and is gone at the source before it is read. */
class VanishedIntervalTest {
    private final EpochRig rig =
            new EpochRig(FleetSpec.TEST.withWorkloads("oltp").paced(1, 15, Duration.ofHours(1)));

    @AfterEach
    void close() {
        rig.close();
    }

    /** The open interval, peeked at for ten minutes. */
    private LedgerEntry peeked(int flushSeconds) {
        var store = rig.fixture.queryStore();
        store.alter(store.options().withIntervals(15, flushSeconds));
        rig.minutes(20);
        rig.readAll();
        do {
            rig.minutes(1);
        } while (rig.fixture.clock.now().atZone(ZoneOffset.UTC).getMinute() % 15 != 10);
        LedgerEntry open = newest(rig.series());
        assertThat(open.state()).isEqualTo(State.LISTED);
        assertThat(rig.fixture.store.lastPeekNumber(
                        rig.series(), open.interval().id()))
                .isPositive();
        return open;
    }

    private LedgerEntry newest(SeriesKey series) {
        return rig.fixture.store.reader().ledger(series).getLast();
    }

    private LedgerEntry now(SeriesKey series, LedgerEntry entry) {
        return rig.fixture.store.reader().ledger(series).stream()
                .filter(one -> one.interval().id() == entry.interval().id())
                .findFirst()
                .orElseThrow();
    }

    private IntervalBook book(LedgerEntry entry, int epoch) {
        return rig.fixture.queryStore().books().booksAt(rig.fixture.clock.now()).stream()
                .filter(book -> book.epoch() == epoch
                        && book.intervalId() == entry.interval().id())
                .findFirst()
                .orElseThrow();
    }

    private CoverageWord word(SeriesKey series, LedgerEntry entry) {
        IntervalClock clock = IntervalClock.of(rig.fixture.store.reader().options(series));
        return new Coverage(clock, rig.fixture.clock.now()).word(entry);
    }

    private void assertClosed(SeriesKey series, LedgerEntry open, int epoch, String reason) {
        LedgerEntry closed = now(series, open);
        assertThat(closed.state()).isEqualTo(State.HELD);
        assertThat(closed.flags()).contains(Flag.LOST_AT_SOURCE);
        assertThat(closed.goneReason()).isEqualTo(reason);
        assertThat(word(series, closed)).isEqualTo(CoverageWord.HELD);
        assertThat(closed.figures().executions())
                .isPositive()
                .isLessThanOrEqualTo(book(open, epoch).executions());
        assertThat(rig.fixture.store.lastPeekNumber(series, open.interval().id()))
                .isZero();
        long seen = rig.executionsSeen(open.interval());
        for (int i = 0; i < 8; i++) {
            rig.minutes(5);
        }
        assertThat(now(series, open)).as("no census asks for it").isEqualTo(closed);
        assertThat(rig.executionsSeen(open.interval())).isGreaterThanOrEqualTo(seen);
        assertThat(rig.fixture.store.storedFigures(
                        series,
                        Kind.RUNTIME,
                        open.interval().start(),
                        open.interval().end()))
                .containsEntry(open.interval().id(), closed.figures());
    }

    /** Mutation seen to break it: a fork that leaves peeks as they are. */
    @Test
    void givenAClear_whenAnIntervalWasPeekedAt_thenItIsHeldFromItsLastPeekWithTheReason() {
        LedgerEntry open = peeked(60);
        SeriesKey before = rig.series();

        rig.fixture.queryStore().clear();
        rig.minutes(4);

        assertThat(rig.series().epoch()).isEqualTo(2);
        assertClosed(before, open, 0, LedgerEntry.GONE_WITH_EPOCH);
    }

    /** Clean-up takes it when it has ended and has not settled. Mutation seen to break it: an observation that leaves peeks as they are. */
    @Test
    void givenACleanUp_whenAnIntervalThatHasNotSettledGoes_thenItIsHeldFromItsLastPeekWithTheReason() {
        LedgerEntry open = peeked(300);
        while (rig.fixture.clock.now().isBefore(open.interval().end())) {
            rig.minutes(1);
        }
        rig.minutes(2);
        assertThat(now(rig.series(), open).state()).isEqualTo(State.LISTED);

        rig.fixture.queryStore().removeBefore(open.interval().end());
        rig.minutes(1);

        assertThat(rig.series().epoch()).isEqualTo(1);
        assertClosed(rig.series(), open, 0, LedgerEntry.GONE_AT_SOURCE);
    }

    /**
     * A crash loses what was not flushed, the open interval with it, which begins anew under its id. Mutation seen to break
     * it: what was closed stays so when it is listed again.
     */
    @Test
    void givenACrashThatLosesTheOpenInterval_whenItBeginsAnew_thenItIsReadOnAndNothingIsLost() {
        LedgerEntry open = peeked(900);
        Instant end = open.interval().end();

        rig.fixture.queryStore().crash();
        rig.tick();
        boolean wasClosed = now(rig.series(), open).isFromLastPeek();
        while (rig.fixture.clock.now().isBefore(end)) {
            rig.minutes(1);
        }
        rig.readAll();
        rig.minutes(20);

        assertThat(wasClosed).isTrue();
        assertThat(rig.series().epoch()).isEqualTo(1);
        LedgerEntry read = now(rig.series(), open);
        assertThat(read.state()).isEqualTo(State.HELD);
        assertThat(read.isFromLastPeek()).isFalse();
        rig.assertEachInstantCountsOnce("after a crash");
    }
}
