package io.tidegate.collector.lane;

import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.Ticker;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a pass on its grid until it is stopped: points that were missed are skipped, and whatever a pass throws is
 * logged and does not end the loop. Runs on one thread.
 */
final class LoopDriver implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopDriver.class);

    private final String name;
    private final DueGrid grid;
    private final Ticker ticker;
    private final Pause pause;
    private final LongConsumer pass;
    private final Due due;

    /** Is told of the next point of the grid, and how many were missed before it. */
    interface Due {
        void next(long point, long missed);
    }

    LoopDriver(String name, DueGrid grid, Ticker ticker, Pause pause, LongConsumer pass, Due due) {
        this.name = name;
        this.grid = grid;
        this.ticker = ticker;
        this.pause = pause;
        this.pass = pass;
        this.due = due;
    }

    @Override
    public void run() {
        long point = grid.nextAfter(ticker.readNanos());
        due.next(point, 0);
        while (pause.until(point)) {
            try {
                pass.accept(point);
            } catch (RuntimeException | Error bug) {
                LOG.error("loop={} a pass failed in an unforeseen way; the loop goes on", name, bug);
            }
            long follows = grid.nextAfter(point);
            point = Math.max(follows, grid.nextAfter(ticker.readNanos()));
            due.next(point, (point - follows) / grid.cadence().toNanos());
        }
    }
}
