package io.tidegate.core.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a new epoch leaves the ones before it. Immutable. Intervals of an epoch ascend by id and time alike.
 *
 * @param lowestId lowest interval id that the source lists
 * @param firstReadId lowest interval id that the new epoch reads: held intervals from {@code lowestId} on, up to this one
 *     exclusive, are inherited
 * @param supersededFrom intervals of earlier epochs that end after it are superseded; null when none is
 */
public record ForkPoint(
        long lowestId, long firstReadId, @Nullable Instant supersededFrom) {
    /** Nothing of what is held is at the source any more, and nothing there is of a time that is held, as after a CLEAR. */
    public static final ForkPoint NOTHING_SHARED = new ForkPoint(0, 0, null);
}
