package io.sqlserversim.instance;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether a serverless database sleeps. Immutable; times by the server's clock.
 *
 * @param isPaused whether nobody has come since it was paused
 * @param resume how long it takes to wake
 * @param pausedAt when it was paused last; {@link Instant#MAX} for never
 * @param awakeAt from when on it is awake, once somebody has come
 * @param wakings how often somebody has woken it
 */
record ServerlessSleep(boolean isPaused, Duration resume, Instant pausedAt, Instant awakeAt, int wakings) {
    static final ServerlessSleep NEVER = new ServerlessSleep(false, Duration.ZERO, Instant.MAX, Instant.MIN, 0);

    ServerlessSleep paused(Instant now, Duration takes) {
        return new ServerlessSleep(true, takes, now, Instant.MAX, wakings);
    }

    /** Somebody comes: one that is paused begins to wake. */
    ServerlessSleep visited(Instant now) {
        return isPaused ? new ServerlessSleep(false, resume, pausedAt, now.plus(resume), wakings + 1) : this;
    }

    /** Whether it was awake then, as far as its last sleep goes. */
    boolean wasAwake(Instant at) {
        return !at.isAfter(pausedAt) || !at.isBefore(awakeAt);
    }
}
