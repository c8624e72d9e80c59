package io.tidegate.collector.probe;

import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.capability.ServiceTier;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * When a serverless database is left in peace, so that it can pause: a login wakes it, and an open session keeps it awake.
 * While others are in it, it is awake for their sake and is read as any other. Alone in it, we stay ten minutes, which is
 * shorter than the shortest delay to its pause, and come back after six hours; Query Store keeps what ran meanwhile.
 * Thread-safe.
 */
final class ServerlessRest {
    /** How long both loops go on after the last look that saw somebody else, or that woke it. */
    static final Duration STAY = Duration.ofMinutes(10);

    /** How long it is left alone then. */
    static final Duration REST = Duration.ofHours(6);

    private final ReentrantLock lock = new ReentrantLock();
    private final Ticker ticker;
    private boolean serverless;
    private String limits = "";
    private @Nullable Long aloneSince;
    private @Nullable Long restUntil;

    ServerlessRest(Ticker ticker) {
        this.ticker = ticker;
    }

    /** After a look into it. */
    void seen(ServiceTier tier) {
        long now = ticker.readNanos();
        lock.lock();
        try {
            serverless = tier.isServerless();
            limits = tier.limits();
            Long since = aloneSince;
            if (!serverless || tier.otherSessions() > 0) {
                aloneSince = null;
                restUntil = null;
            } else if (since == null) {
                aloneSince = now;
            } else if (now - since >= STAY.toNanos()) {
                aloneSince = null;
                restUntil = now + REST.toNanos();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What its tier keeps from us, for a user; empty when nothing. */
    String limits() {
        lock.lock();
        try {
            return limits;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a session that is kept open would keep it awake. */
    boolean isServerless() {
        lock.lock();
        try {
            return serverless;
        } finally {
            lock.unlock();
        }
    }

    /** Why it is not looked at now, for a user; empty when it may be. */
    Optional<String> resting() {
        lock.lock();
        try {
            Long until = restUntil;
            long left = until == null ? 0 : until - ticker.readNanos();
            return left <= 0
                    ? Optional.empty()
                    : Optional.of("serverless and nobody else is in it: not kept awake, looked at every "
                            + REST.toHours() + " hours; it may be paused");
        } finally {
            lock.unlock();
        }
    }
}
