package io.tidegate.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.gate.QueuedLeaseJournal;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualPause;
import io.tidegate.core.time.ManualTicker;
import java.time.Instant;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/**
 * How rows of leases come to the store, also late and past a store that fails. Mutations seen to break it: a failed batch
 * that is forgotten, or an ambiguous one that is kept; a stop without a last round; an intent that a failing store makes
 * the writer forget.
 */
class LeaseWriterTest {
    private static final LocalDateTime BOOT = LocalDateTime.parse("2026-11-01T03:00:00");
    private static final SessionIdentity SESSION =
            new SessionIdentity(new InstanceIdentity("SQL-1", BOOT), 51, BOOT.plusHours(1));

    private final QueuedLeaseJournal<String> queue = new QueuedLeaseJournal<>(2_000);
    private final MemoryLeaseLog log = new MemoryLeaseLog();
    private final ManualPause pause = new ManualPause();
    private final LeaseWriter writer = new LeaseWriter(queue, log, new ManualTicker(), pause);

    @Test
    void givenMoreRowsThanABatch_whenDrained_thenAllAreWrittenInOrder() {
        for (int i = 0; i < 1_200; i++) {
            queue.offer(row(i));
        }

        writer.drain();

        assertThat(log.rows()).extracting(LeaseRow::rows).hasSize(1_200).isSorted();
    }

    @Test
    void givenALoop_whenRowsComeLate_thenTheyAreWrittenInTheNextRoundAndTheLastAtTheStop() {
        Thread thread = Thread.ofVirtual().start(writer);
        queue.offer(row(1));
        pause.release();
        Await.until("the first row", () -> log.rows().size() == 1);
        Await.until("the writer waits", pause::isWaiting);
        queue.offer(row(2));

        pause.stop();

        Await.until("the end", () -> !thread.isAlive());
        assertThat(log.rows()).hasSize(2);
    }

    /** Mutation seen to break it: only failures of the store are caught. */
    @Test
    void givenAnUnforeseenFailure_whenTheNextRoundComes_thenTheWriterIsStillThere() {
        Thread thread = Thread.ofVirtual().start(writer);
        Await.until("the writer waits", pause::isWaiting);
        queue.offer(row(1));
        log.failing(new IllegalStateException("a bug"));
        pause.release();
        Await.until("a failure", () -> log.failures() == 1 && pause.isWaiting());
        log.failing(null);
        queue.offer(row(2));
        pause.release();
        Await.until("the next row", () -> log.rows().size() == 1);

        pause.stop();

        Await.until("the end", () -> !thread.isAlive());
    }

    @Test
    void givenAStoreThatFails_whenItIsBack_thenEachRowIsWrittenOnce() {
        queue.offer(row(1));
        log.failing(new StoreException("the disk is full", new IllegalStateException()));
        writer.drain();
        queue.offer(row(2));
        writer.drain();
        assertThat(log.rows()).isEmpty();

        log.failing(null);
        writer.drain();
        writer.drain();

        assertThat(log.rows()).extracting(LeaseRow::rows).containsExactly(1L, 2L);
    }

    @Test
    @Incident(108)
    void givenACommitWithoutAnAnswer_whenTheStoreIsBack_thenThoseRowsAreNotGivenAgain() {
        queue.offer(row(1));
        log.failing(new StoreException("no answer", new IllegalStateException(), true));
        writer.drain();
        log.failing(null);
        queue.offer(row(2));

        writer.drain();

        assertThat(log.rows()).extracting(LeaseRow::rows).containsExactly(2L);
    }

    @Test
    void givenAnIntentThatIsOver_whenTheStoreFailsAndComesBack_thenItIsForgottenThen() {
        log.storeIntent("sim-1", SESSION, Instant.EPOCH);
        queue.intentEnded("sim-1", SESSION);
        log.failing(new StoreException("the disk is full", new IllegalStateException()));
        writer.drain();
        assertThat(log.openIntents()).hasSize(1);

        log.failing(null);
        writer.drain();

        assertThat(log.openIntents()).isEmpty();
    }

    private static LeaseRow<String> row(long number) {
        return new LeaseRow<>(
                "sim-1",
                Purpose.TICK,
                "Sales",
                null,
                null,
                "node",
                51,
                Instant.EPOCH,
                Instant.EPOCH,
                Instant.EPOCH,
                LeaseEnding.RELEASED,
                null,
                false,
                number,
                0,
                0,
                0,
                0,
                false,
                "");
    }
}
