package io.tidegate.core.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a new epoch leaves the ones before it. Immutable. What is held and not superseded is one line of time over all
 * epochs; a part of it is what the new epoch shares.
 *
 * @param sharedFrom start of the oldest interval that the source lists; null when nothing is shared
 * @param sharedTo end of the newest interval that is shared: held intervals from {@code sharedFrom} to it are inherited;
 *     null when nothing is shared
 * @param supersededFrom intervals of earlier epochs that end after it are superseded; null when none is
 */
public record ForkPoint(
        @Nullable Instant sharedFrom,
        @Nullable Instant sharedTo,
        @Nullable Instant supersededFrom) {
    /** Nothing of what is held is at the source any more, and nothing there is of a time that is held, as after a CLEAR. */
    public static final ForkPoint NOTHING_SHARED = new ForkPoint(null, null, null);
}
