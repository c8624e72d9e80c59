package io.tidegate.collector.lane;

import io.tidegate.core.ledger.DeferralStreak;
import io.tidegate.core.status.LoopStatus;
import io.tidegate.core.status.PassOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What one loop did on one server since the process began. Thread-safe: every field is guarded by the lock. */
final class LoopRecord {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<PassOutcome, Long> counts = new EnumMap<>(PassOutcome.class);
    private @Nullable PassOutcome last;
    private String detail = "";
    private @Nullable Instant lastSuccess;
    private @Nullable Instant nextDue;
    private long missed;
    private @Nullable Instant deferredSince;
    private DeferralStreak streak = DeferralStreak.NONE;
    private Duration longestKeptOut = Duration.ZERO;

    void ended(PassOutcome outcome, String why, Instant at) {
        lock.lock();
        try {
            counts.merge(outcome, 1L, Long::sum);
            last = outcome;
            detail = why;
            switch (outcome) {
                case DONE, EMPTY, CUT -> lastSuccess = at;
                case DEFERRED, ABANDONED, FAILED, SKIPPED, CANCELLED -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    void refused(Instant at, long nowNanos) {
        lock.lock();
        try {
            streak = streak.afterDeferral(nowNanos);
            deferredSince = deferredSince == null ? at : deferredSince;
        } finally {
            lock.unlock();
        }
    }

    void granted(long nowNanos) {
        lock.lock();
        try {
            Duration keptOut = streak.keptOut(nowNanos);
            longestKeptOut = keptOut.compareTo(longestKeptOut) > 0 ? keptOut : longestKeptOut;
            streak = streak.afterGrant();
            deferredSince = null;
        } finally {
            lock.unlock();
        }
    }

    /** The next point of the grid, and how many were missed before it. */
    void due(Instant next, long before) {
        lock.lock();
        try {
            nextDue = next;
            missed += before;
        } finally {
            lock.unlock();
        }
    }

    DeferralStreak streak() {
        lock.lock();
        try {
            return streak;
        } finally {
            lock.unlock();
        }
    }

    LoopStatus status(Duration cadence) {
        lock.lock();
        try {
            return new LoopStatus(
                    last, detail, lastSuccess, nextDue, counts, deferredSince, longestKeptOut, cadence, missed);
        } finally {
            lock.unlock();
        }
    }
}
