package io.tidegate.core.model;

import java.time.Instant;

/**
 * A runtime stats interval as the source cut it: half-open, {@code [start, end)}. Immutable.
 *
 * @param id runtime_stats_interval_id; ascending, unique in one epoch
 * @param start inclusive
 * @param end exclusive; after start
 */
public record RuntimeStatsInterval(long id, Instant start, Instant end) {
    /** Checks that the interval is not empty. */
    public RuntimeStatsInterval {
        if (!end.isAfter(start)) {
            throw new IllegalArgumentException(
                    "interval " + id + " must end after its start " + start + ", was " + end);
        }
    }
}
