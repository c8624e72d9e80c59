package io.tidegate.app.doctor;

import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How fast a server's history comes, and at what cost there. Immutable.
 *
 * @param mbPerSecond megabytes of 1024 x 1024 bytes, per second for which a lease was held
 * @param cpuPerSecond CPU seconds on the server, per such second
 * @param isMeasured whether the server's own leases say so
 * @param from where the figures come from, for a user
 */
public record ImportRate(double mbPerSecond, double cpuPerSecond, boolean isMeasured, String from) {
    private static final double MB = 1024.0 * 1024;

    /** Million bytes a second for all of it, in {@code docs/benchmarks.md} under import; a test compares the two. */
    static final double DOCUMENTED_RATE = 119.4;

    /** What {@code docs/benchmarks.md} has for an import of rows, texts and plans; the CPU is the most that it can be with MAXDOP 1. */
    public static final ImportRate DOCUMENTED = new ImportRate(
            DOCUMENTED_RATE * 1e6 / MB,
            1,
            false,
            DOCUMENTED_RATE
                    + " million bytes a second, measured with a simulated server on one machine (docs/benchmarks.md, import): a real one may be several"
                    + " times slower; CPU is taken to be as long as the leases");

    /** Of less than this nothing is concluded: the fixed cost of a lease would be most of it. */
    private static final double LEAST_MB = 1;

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    /**
     * What a server's own leases say.
     *
     * @param leases leases of that server
     * @return measured by those of the backfill that read something; {@link #DOCUMENTED} when they read less than a megabyte
     */
    public static ImportRate of(List<LeaseRow<String>> leases) {
        double bytes = 0;
        double seconds = 0;
        double cpu = 0;
        int count = 0;
        for (LeaseRow<String> lease : leases) {
            if (lease.purpose() == Purpose.BACKFILL && lease.got() != null && lease.bytes() > 0) {
                bytes += lease.bytes();
                seconds += Duration.between(lease.got(), lease.ended()).toNanos() / NANOS;
                cpu += lease.cpuMs() / MILLIS;
                count++;
            }
        }
        if (bytes < LEAST_MB * MB || seconds <= 0) {
            return DOCUMENTED;
        }
        double rate = bytes / MB / seconds;
        String from = String.format(
                Locale.ROOT,
                "%.1f MB/s and %.2f CPU seconds per second, measured on this server: %d backfill lease%s with %.1f MB in the"
                        + " last days",
                rate,
                cpu / seconds,
                count,
                count == 1 ? "" : "s",
                bytes / MB);
        return new ImportRate(rate, cpu / seconds, true, from);
    }
}
