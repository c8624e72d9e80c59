package io.sqlserversim.querystore.history;

/**
 * When what is in memory gets written: at each point of a fixed grid, and once when the grid was set. Immutable; times
 * in {@link Ticks}.
 *
 * @param phase a point of the grid
 * @param period between two points
 * @param since when the grid was set
 */
public record FlushGrid(long phase, long period, long since) {
    /** The last flush at or before an instant. */
    long last(long now) {
        long onGrid = Ticks.floor(now - phase, period) + phase;
        return now >= since ? Math.max(since, onGrid) : onGrid;
    }

    /** The first flush at or after the end of an interval: from then on its rows are whole. */
    long settles(long end) {
        long onGrid = -Ticks.floor(-(end - phase), period) + phase;
        return end <= since ? Math.min(since, onGrid) : onGrid;
    }
}
