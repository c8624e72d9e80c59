package io.tidegate.sqlserver.session;

/** A node's claim on a server (ring 2, Fleet). Thread-safe. */
@FunctionalInterface
public interface NodeClaim {
    /**
     * Until when the claim surely lasts: start of the last good renewal plus its life. Asked anew per batch; never
     * blocks.
     *
     * @return a reading of the same ticker that the sessions go by
     */
    long lastsUntilNanos();
}
