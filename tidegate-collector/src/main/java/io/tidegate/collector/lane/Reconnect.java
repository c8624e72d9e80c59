package io.tidegate.collector.lane;

import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * When a server that could not be reached, or that refused our login, is tried again: for ever, in steps that grow up to
 * a limit and that chance spreads, so that a fleet does not come back all at once. Both loops of the server ask the same
 * one, and whoever is let through takes the turn of the other, so that a login which policy locks after some failures is
 * not locked by us. Thread-safe: every mutable field is guarded by the lock.
 */
final class Reconnect {
    /** After a refused login: 5, 10, 20 and then 30 minutes, up to a quarter more; four tries in the first hour at most. */
    static final Duration AFTER_REFUSAL = Duration.ofMinutes(5);

    static final Duration MOST_AFTER_REFUSAL = Duration.ofMinutes(30);

    /** A server that is gone is tried at each cadence at first, and at least at each fifth. */
    static final int MOST_CADENCES = 5;

    private static final int MOST_DOUBLINGS = 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Ticker ticker;
    private final RandomGenerator random;
    private final long cadenceNanos;
    private int failures;
    private boolean refused;
    private long nextNanos;

    /**
     * Nothing has failed.
     *
     * @param ticker for durations
     * @param random spreads the tries; asked under the lock
     * @param cadence of the server's tick
     */
    Reconnect(Ticker ticker, RandomGenerator random, Duration cadence) {
        this.ticker = ticker;
        this.random = random;
        this.cadenceNanos = cadence.toNanos();
    }

    /**
     * Asks for a try; who is let through has it alone until it is over.
     *
     * @return how long to stay away; zero for a try now
     */
    Duration ask() {
        lock.lock();
        try {
            long now = ticker.readNanos();
            if (failures == 0) {
                return Duration.ZERO;
            }
            if (nextNanos - now > 0) {
                return Duration.ofNanos(nextNanos - now);
            }
            nextNanos = now + waitNanos();
            return Duration.ZERO;
        } finally {
            lock.unlock();
        }
    }

    /** The configuration was changed, or a login went well: the next try is free. */
    void reached() {
        lock.lock();
        try {
            failures = 0;
            refused = false;
        } finally {
            lock.unlock();
        }
    }

    /** A probe had its answer; on the session kept from before, that says nothing about new logins. */
    void probed(boolean anew) {
        lock.lock();
        try {
            if (anew || !refused) {
                failures = 0;
                refused = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** A try failed; a fault of another kind means that the server was reached. */
    void failed(Fault fault) {
        boolean login = fault instanceof Fault.LoginRefused;
        if (!login && !(fault instanceof Fault.Unreachable)) {
            reached();
            return;
        }
        lock.lock();
        try {
            failures = login == refused ? Math.min(failures + 1, MOST_DOUBLINGS) : 1;
            refused = login;
            nextNanos = ticker.readNanos() + waitNanos();
        } finally {
            lock.unlock();
        }
    }

    /** After a refusal at least the step, else at most: the first step of a server that is gone ends before its next tick. */
    private long waitNanos() {
        long first = refused ? AFTER_REFUSAL.toNanos() : cadenceNanos;
        long most = refused ? MOST_AFTER_REFUSAL.toNanos() : MOST_CADENCES * cadenceNanos;
        long step = Math.min(most, first << (failures - 1));
        return refused
                ? step + (long) (step * random.nextDouble() / 4)
                : step / 2 + (long) (step * random.nextDouble() / 2);
    }
}
