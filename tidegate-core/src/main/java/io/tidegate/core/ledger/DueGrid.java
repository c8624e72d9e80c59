package io.tidegate.core.ledger;

import java.time.Duration;

/**
 * The fixed grid of a loop's passes on one server: phase + n times cadence. Points that were missed are skipped, never
 * caught up, and no outcome of a pass moves the grid. Immutable.
 *
 * @param phaseNanos reading of the ticker at one of the points
 * @param cadence from one point to the next; positive
 */
public record DueGrid(long phaseNanos, Duration cadence) {
    /** Checks the cadence. */
    public DueGrid {
        if (cadence.isNegative() || cadence.isZero()) {
            throw new IllegalArgumentException("cadence must be positive, was " + cadence);
        }
    }

    /**
     * A grid whose phase follows from the server's place, so that a fleet's passes are spread over the cadence.
     *
     * @param startNanos the ticker now
     * @param cadence from one point to the next
     * @param index the server's place, 0 to {@code count - 1}
     * @param count how many servers
     * @return the first point is at or after the start and less than a cadence away
     */
    public static DueGrid spread(long startNanos, Duration cadence, int index, int count) {
        return new DueGrid(startNanos + cadence.toNanos() / Math.max(1, count) * index, cadence);
    }

    /**
     * A grid whose points lie halfway between two points of another grid, as far from both as can be, and whose phase
     * follows from the server's place by whole steps of the other. That holds for all points when its cadence is a multiple
     * of the other's.
     *
     * @param other the grid whose points are avoided
     * @param cadence from one point to the next
     * @param index the server's place, 0 to {@code count - 1}
     * @param count how many servers
     * @return the first point is less than a cadence and a half step after the other grid's phase
     */
    public static DueGrid between(DueGrid other, Duration cadence, int index, int count) {
        long step = other.cadence.toNanos();
        long steps = cadence.toNanos() / Math.max(1, count) * index / step;
        return new DueGrid(other.phaseNanos + steps * step + step / 2, cadence);
    }

    /**
     * The first point after an instant.
     *
     * @param nowNanos the ticker
     * @return strictly after
     */
    public long nextAfter(long nowNanos) {
        return lastAt(nowNanos) + cadence.toNanos();
    }

    /** The last point at or before an instant; before the phase too, since the grid has no begin. */
    long lastAt(long nowNanos) {
        return phaseNanos + Math.floorDiv(nowNanos - phaseNanos, cadence.toNanos()) * cadence.toNanos();
    }
}
