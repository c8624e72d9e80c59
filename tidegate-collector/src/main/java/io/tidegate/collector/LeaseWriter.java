package io.tidegate.collector;

import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.QueuedLeaseJournal;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the rows of leases from their queue to the store, on a thread of its own, so that no lease's end ever waits for
 * a disk. An intent whose lease ended in order is forgotten with it.
 */
public final class LeaseWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseWriter.class);
    private static final long EVERY_NANOS = Duration.ofMillis(250).toNanos();
    private static final int AT_ONCE = 500;

    private final QueuedLeaseJournal<String> queue;
    private final LeaseLog log;
    private final Ticker ticker;
    private final Pause pause;

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
    }

    @Override
    public void run() {
        while (pause.until(ticker.readNanos() + EVERY_NANOS)) {
            drain();
        }
        drain();
    }

    /** Writes everything that is queued now. Blocks for the store; a failure is logged and its rows are lost. */
    public void drain() {
        for (List<LeaseRow<String>> rows = queue.drain(AT_ONCE); !rows.isEmpty(); rows = queue.drain(AT_ONCE)) {
            try {
                log.recordLeases(rows);
                rows.stream()
                        .filter(row -> row.ending() == LeaseEnding.RELEASED)
                        .forEach(this::forgetIntent);
            } catch (StoreException failed) {
                LOG.warn("rows={} of leases could not be stored: {}", rows.size(), failed.getMessage());
            }
        }
    }

    private void forgetIntent(LeaseRow<String> row) {
        Integer session = row.sessionId();
        if (session == null) {
            return;
        }
        log.openIntents().stream()
                .filter(intent ->
                        intent.server().equals(row.server()) && intent.session().sessionId() == session)
                .forEach(intent -> log.clearIntent(intent.server(), intent.session()));
    }
}
