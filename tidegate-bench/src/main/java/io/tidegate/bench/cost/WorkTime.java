package io.tidegate.bench.cost;

import io.sqlserversim.clock.ManualClock;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One time for a server and its client. It moves when it is told to, and while a statement computes by as much as that costs;
 * so whatever goes by durations goes by the server's, and a run is the same each time. Deadlines never act: those that
 * would have are counted. Thread-safe.
 */
final class WorkTime implements InstantSource, Ticker, Deadlines {
    private final Instant start;
    private final ManualClock clock;
    private final AtomicLong passed = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    WorkTime(Instant start) {
        this.start = start;
        this.clock = new ManualClock(start);
    }

    /** The same time for a simulated server. */
    ManualClock clock() {
        return clock;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(passed.get());
    }

    @Override
    public long readNanos() {
        return passed.get();
    }

    /** Lets so much time pass. */
    synchronized void spend(long nanos) {
        clock.set(start.plusNanos(passed.addAndGet(nanos)));
    }

    /** Lets time pass until that instant, unless it is over. */
    synchronized void until(Instant instant) {
        spend(Math.max(0, Duration.between(instant(), instant).toNanos()));
    }

    @Override
    public Pending after(Duration limit, Runnable action) {
        long due = passed.get() + limit.toNanos();
        return () -> {
            if (passed.get() > due) {
                missed.incrementAndGet();
            }
        };
    }

    /** How many deadlines passed without being acted upon; above 0 the run is not what a collector would do. */
    long missed() {
        return missed.get();
    }
}
