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
        add(r -> new Reading(
                r.rows + rows, r.bytes + bytes, r.cpuMs, r.reads, r.writes, r.measured, r.from, r.to, r.note));
    }

    /**
     * What the session cost by the server's own counters. Called once per reading with the difference to the last one.
     *
     * @param cpuMs milliseconds of CPU
     * @param reads logical reads, in pages
     * @param writes writes, in pages
     */
    public void serverCost(long cpuMs, long reads, long writes) {
        add(r -> r.costing(cpuMs, reads, writes, true));
    }

    /**
     * What light looks beside the session cost; no reading of the session itself.
     *
     * @param cpuMs milliseconds of CPU
     * @param reads logical reads, in pages
     * @param writes writes, in pages
     */
    public void besides(long cpuMs, long reads, long writes) {
        add(r -> r.costing(cpuMs, reads, writes, r.measured));
    }

    /**
     * The stretch of history that was worked on; several calls widen it.
     *
     * @param from start, inclusive
     * @param to end, exclusive
     */
    public void stretch(Instant from, Instant to) {
        add(r -> new Reading(
                r.rows,
                r.bytes,
                r.cpuMs,
                r.reads,
                r.writes,
                r.measured,
                earlier(r.from, from),
                later(r.to, to),
                r.note));
    }

    /**
     * What makes it smaller than planned, or cuts it; several are told one after the other.
     *
     * @param words for a user
     */
    public void note(String words) {
        add(r -> new Reading(
                r.rows,
                r.bytes,
                r.cpuMs,
                r.reads,
                r.writes,
                r.measured,
                r.from,
                r.to,
                r.note.isEmpty() ? words : r.note + "; " + words));
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
            @Nullable Instant to,
            String note) {
        static final Reading NONE = new Reading(0, 0, 0, 0, 0, false, null, null, "");

        Reading costing(long moreCpuMs, long moreReads, long moreWrites, boolean isMeasured) {
            return new Reading(
                    rows, bytes, cpuMs + moreCpuMs, reads + moreReads, writes + moreWrites, isMeasured, from, to, note);
        }
    }
}
