package io.tidegate.collector;

import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.QueuedLeaseJournal;
import io.tidegate.core.gate.QueuedLeaseJournal.EndedIntent;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the rows of leases from their queue to the store, on a thread of its own, so that no lease's end ever waits for
 * a disk; and has the store forget intents that are over. Thread-safe: one drains at a time.
 */
public final class LeaseWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseWriter.class);
    private static final long EVERY_NANOS = Duration.ofMillis(250).toNanos();
    private static final int AT_ONCE = 500;

    private final QueuedLeaseJournal<String> queue;
    private final LeaseLog log;
    private final Ticker ticker;
    private final Pause pause;
    private final Outage outage;
    private final ReentrantLock draining = new ReentrantLock();
    private List<LeaseRow<String>> unwritten = List.of(); // guarded by draining

    /**
     * A writer.
     *
     * @param queue where leases' rows are queued
     * @param log where they go
     * @param ticker for the pause
     * @param pause between two rounds; stopping it ends {@link #run()} after a last round
     */
    public LeaseWriter(QueuedLeaseJournal<String> queue, LeaseLog log, Ticker ticker, Pause pause) {
        this.queue = queue;
        this.log = log;
        this.ticker = ticker;
        this.pause = pause;
        this.outage = new Outage(ticker);
    }

    @Override
    public void run() {
        while (pause.until(ticker.readNanos() + EVERY_NANOS)) {
            try {
                drain();
            } catch (RuntimeException | Error bug) {
                LOG.error("rows of leases could not be stored for an unforeseen reason; the next try comes", bug);
            }
        }
        drain();
    }

    /**
     * Writes everything that is queued now. Blocks for the store. What a failing store has not taken is kept for the next
     * round, some hundred rows here and the rest in the queue, which has a bound; but for rows that it may have taken all
     * the same, since none is to be written twice.
     */
    public void drain() {
        draining.lock();
        try {
            drainRows();
            drainIntents();
            if (outage.ends()) {
                LOG.info("rows of leases are stored again");
            }
        } catch (StoreException failed) {
            if (outage.begins(LeaseWriter.class)) {
                LOG.warn("rows of leases could not be stored: {}", failed.getMessage());
            }
        } finally {
            draining.unlock();
        }
    }

    private void drainRows() {
        List<LeaseRow<String>> rows = unwritten.isEmpty() ? queue.drain(AT_ONCE) : unwritten;
        while (!rows.isEmpty()) {
            try {
                log.recordLeases(rows);
                unwritten = List.of();
            } catch (StoreException failed) {
                unwritten = failed.isAmbiguous() ? List.of() : rows;
                throw failed;
            }
            rows = queue.drain(AT_ONCE);
        }
    }

    private void drainIntents() {
        for (List<EndedIntent<String>> next = queue.drainEndedIntents(1);
                !next.isEmpty();
                next = queue.drainEndedIntents(1)) {
            EndedIntent<String> over = next.getFirst();
            try {
                log.clearIntent(over.server(), over.session());
            } catch (StoreException failed) {
                queue.intentEnded(over.server(), over.session());
                throw failed;
            }
        }
    }
}
