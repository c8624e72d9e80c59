package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.Rows;
import io.tidegate.core.time.Await;
import io.tidegate.sqlserver.read.StatsSink;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadEnd.How;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rows that one thread reads and another takes. Mutations seen to break it: pages that wait without bound; a page that an
 * interrupt loses; a close that does not end the statement; a failure that is called an end.
 */
class PumpedRowsTest {
    private static final long A_PAGE = (1 << 20) / RuntimeRow.FIXED_BYTES + 1;

    /** Far more than may wait. */
    private static final long MANY = 20 * A_PAGE;

    private static final Duration BOUND = Duration.ofMinutes(1);

    private final AtomicLong read = new AtomicLong();
    private final AtomicReference<Thread> reader = new AtomicReference<>();
    private final ThreadFactory threads = body -> {
        Thread made = Thread.ofPlatform().daemon().unstarted(body);
        reader.set(made);
        return made;
    };

    @AfterEach
    void ended() {
        Await.until("the reader's end", BOUND, () -> !reader.get().isAlive());
    }

    @Test
    void givenNobodyWhoTakes_whenReadAhead_thenThreePagesWaitAtMostAndThenAllComeInOrder() {
        PumpedRows rows = PumpedRows.start(many(How.COMPLETE), threads);
        awaitFull();
        assertThat(read.get()).isBetween(2 * A_PAGE, 3 * A_PAGE);

        assertThat(plans(rows)).isEqualTo(LongStream.range(0, MANY).boxed().toList());
        assertThat(rows.isComplete()).isTrue();
        assertThat(rows.next()).as("and no more").isEmpty();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void givenAReaderThatIsInterrupted_whenItWaits_thenNoPageIsLost() {
        PumpedRows rows = PumpedRows.start(many(How.COMPLETE), threads);
        awaitFull();
        reader.get().interrupt();

        assertThat(plans(rows)).hasSize((int) MANY).doesNotHaveDuplicates();
        assertThat(rows.isComplete()).isTrue();
    }

    @Test
    void givenATakerThatIsInterrupted_whenItTakes_thenItHasItsRowsAndTheInterruptStays() {
        PumpedRows rows = PumpedRows.start(many(How.COMPLETE), threads);
        Thread.currentThread().interrupt();

        assertThat(rows.next()).isNotEmpty();
        assertThat(Thread.interrupted()).isTrue();
        rows.close();
    }

    @Test
    void givenRowsThatNobodyWants_whenClosed_thenTheStatementEndsAndItsThreadHasLetGo() {
        AtomicReference<Throwable> endedBy = new AtomicReference<>();
        PumpedRows rows = PumpedRows.start(
                sink -> {
                    try {
                        return many(How.COMPLETE).read(sink);
                    } catch (RuntimeException asked) {
                        endedBy.set(asked);
                        throw asked;
                    }
                },
                threads);
        assertThat(rows.next()).isNotEmpty();

        rows.close();

        assertThat(endedBy.get()).as("it was asked to end").isNotNull();
        assertThat(read.get()).isLessThan(MANY);
        assertThat(rows.isComplete()).isFalse();
        assertThat(rows.next()).isEmpty();
    }

    @Test
    void givenACut_whenTaken_thenItsRowsComeAndItIsNotComplete() {
        PumpedRows rows = PumpedRows.start(
                sink -> {
                    sink.accept(Rows.row(1, 7));
                    return new ReadEnd(How.TIME, 1, RuntimeRow.FIXED_BYTES);
                },
                threads);

        assertThat(plans(rows)).containsExactly(7L);
        assertThat(rows.isComplete()).isFalse();
    }

    @Test
    void givenAStatementThatFails_whenTaken_thenItsFailureIsTheTakers() {
        IllegalStateException failure = new IllegalStateException("the server has failed");
        PumpedRows rows = PumpedRows.start(
                sink -> {
                    fill(sink, 2 * A_PAGE);
                    throw failure;
                },
                threads);

        assertThatThrownBy(() -> plans(rows)).isSameAs(failure);
        assertThat(rows.isComplete()).isFalse();
        rows.close();
    }

    /** Until the reader waits for somebody to take, or has ended because nothing made it wait. */
    private void awaitFull() {
        Await.until("the reader waits", BOUND, () -> switch (reader.get().getState()) {
            case WAITING, TERMINATED -> true;
            case NEW, RUNNABLE, BLOCKED, TIMED_WAITING -> false;
        });
    }

    private PumpedRows.Statement many(How how) {
        return sink -> {
            fill(sink, MANY);
            return new ReadEnd(how, MANY, MANY * RuntimeRow.FIXED_BYTES);
        };
    }

    private void fill(StatsSink<StatsRow> sink, long rows) {
        RuntimeRow like = Rows.row(1, 0);
        for (long plan = 0; plan < rows; plan++) {
            read.incrementAndGet();
            sink.accept(new RuntimeRow(
                    new RuntimeKey(1, 1, plan, 0),
                    like.firstExecutionTicks(),
                    like.lastExecutionTicks(),
                    like.executions(),
                    like.values()));
        }
    }

    private static List<Long> plans(PumpedRows rows) {
        List<Long> plans = new ArrayList<>();
        for (List<StatsRow> page = rows.next(); !page.isEmpty(); page = rows.next()) {
            page.forEach(row -> plans.add(row.key().planId()));
        }
        return plans;
    }
}
