package io.tidegate.core.gate;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what one lease reads and what it costs the server. Thread-safe, never blocks; what comes after the lease was
 * closed is not in its row.
 */
public final class LeaseMeter {
    private final AtomicReference<Reading> reading = new AtomicReference<>(Reading.NONE);

    /** Starts at zero. */
    LeaseMeter() {}

    /**
     * Rows and bytes that arrived.
     *
     * @param rows how many more rows
     * @param bytes how many more bytes, as the budgets count them
     */
    public void read(long rows, long bytes) {
        add(r -> new Reading(r.rows + rows, r.bytes + bytes, r.cpuMs, r.reads, r.writes, r.measured, r.from, r.to));
    }

    /**
     * What the session cost by the server's own counters. Called once per reading with the difference to the last one.
     *
     * @param cpuMs milliseconds of CPU
     * @param reads logical reads, in pages
     * @param writes writes, in pages
     */
    public void serverCost(long cpuMs, long reads, long writes) {
        add(r -> new Reading(r.rows, r.bytes, r.cpuMs + cpuMs, r.reads + reads, r.writes + writes, true, r.from, r.to));
    }

    /**
     * The stretch of history that was worked on; several calls widen it.
     *
     * @param from start, inclusive
     * @param to end, exclusive
     */
    public void stretch(Instant from, Instant to) {
        add(r -> new Reading(
                r.rows, r.bytes, r.cpuMs, r.reads, r.writes, r.measured, earlier(r.from, from), later(r.to, to)));
    }

    Reading reading() {
        return reading.get();
    }

    private void add(UnaryOperator<Reading> change) {
        reading.updateAndGet(change);
    }

    private static Instant earlier(@Nullable Instant a, Instant b) {
        return a == null || b.isBefore(a) ? b : a;
    }

    private static Instant later(@Nullable Instant a, Instant b) {
        return a == null || b.isAfter(a) ? b : a;
    }

    /** One state of the meter. */
    record Reading(
            long rows,
            long bytes,
            long cpuMs,
            long reads,
            long writes,
            boolean measured,
            @Nullable Instant from,
            @Nullable Instant to) {
        static final Reading NONE = new Reading(0, 0, 0, 0, 0, false, null, null);
    }
}
