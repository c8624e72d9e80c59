package io.sqlserversim.querystore.workload;

/**
 * How large plans are, in bytes of UTF-16 as they cross the wire: three points of the distribution, joined by straight
 * lines on a logarithmic scale. Immutable.
 *
 * @param least the smallest, at least 6,000
 * @param median half of the plans are smaller
 * @param p95 95 % of the plans are smaller
 * @param most the largest
 */
public record PlanSizes(int least, int median, int p95, int most) {
    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException when the points are not ascending, or the least is below 6,000
     */
    public PlanSizes {
        if (least < 6_000 || median < least || p95 < median || most < p95) {
            throw new IllegalArgumentException("plan sizes must ascend from at least 6000 bytes");
        }
    }

    /**
     * As measured over 50,000 plans of 43 servers: median 30 KB, p95 723 KB, max 3.4 MB.
     *
     * @return the distribution
     */
    public static PlanSizes field() {
        return new PlanSizes(8_000, 30_400, 723_000, 3_415_000);
    }

    /**
     * With the field's median and a short tail.
     *
     * @return the distribution
     */
    public static PlanSizes moderate() {
        return new PlanSizes(8_000, 30_400, 120_000, 400_000);
    }

    /**
     * All of one size.
     *
     * @param bytes of UTF-16, even
     * @return the distribution
     */
    public static PlanSizes fixed(int bytes) {
        return new PlanSizes(bytes, bytes, bytes, bytes);
    }

    /**
     * The size at a point of the distribution.
     *
     * @param perMillion 0 to 999,999: this share of a million plans is smaller
     * @return bytes, even
     */
    public int bytesAt(int perMillion) {
        double share = perMillion / 1e6;
        double bytes = share < 0.5
                ? between(least, median, share / 0.5)
                : share < 0.95 ? between(median, p95, (share - 0.5) / 0.45) : between(p95, most, (share - 0.95) / 0.05);
        return (int) bytes & ~1;
    }

    private static double between(int from, int to, double share) {
        return from == to ? from : from * StrictMath.pow((double) to / from, share);
    }
}
