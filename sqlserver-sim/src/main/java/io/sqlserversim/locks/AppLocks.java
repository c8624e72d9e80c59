package io.sqlserversim.locks;

import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.session.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The application locks of one server. A lock belongs to (session, owner) on a key; it is re-entrant and counted, and
 * is freed by its releases or by the end of its session or transaction. Waiters are served in the order they came.
 * Thread-safe; only {@link #acquire} blocks.
 */
public final class AppLocks {
    /** What came of asking for a lock; the numbers are those that sp_getapplock returns. */
    public enum Outcome {
        /** Granted at once. */
        GRANTED(0),
        /** Granted after waiting. */
        GRANTED_AFTER_WAIT(1),
        /** The time was over first. */
        TIMED_OUT(-1),
        /** This request closed a circle of waiters. */
        DEADLOCK_VICTIM(-3);

        private final int code;

        Outcome(int code) {
            this.code = code;
        }

        /**
         * The return code of sp_getapplock.
         *
         * @return 0, 1, -1 or -3
         */
        public int code() {
            return code;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<LockKey, LockQueue> queues = new HashMap<>(); // under lock
    private volatile boolean denied;

    /** No locks. */
    public AppLocks() {}

    /**
     * Takes EXECUTE on the lock procedures away from everybody, or gives it back (a fault).
     *
     * @param denied whether Msg 229 answers
     */
    public void deny(boolean denied) {
        this.denied = denied;
    }

    /**
     * Whether EXECUTE on the lock procedures is denied.
     *
     * @return true when Msg 229 answers
     */
    public boolean denied() {
        return denied;
    }

    /**
     * Asks for a lock and waits for it at most the given time.
     *
     * @param session who asks
     * @param key what it is on
     * @param mode which mode
     * @param owner whom it shall live with
     * @param waitNanos real time; 0 for not waiting, {@link Long#MAX_VALUE} for no limit
     * @return what came of it
     * @throws StatementEnded when a signal ends the wait; nothing is held then that was not held before
     */
    public Outcome acquire(Session session, LockKey key, LockMode mode, LockOwner owner, long waitNanos) {
        LockRequest request = new LockRequest(session, owner, mode);
        lock.lock();
        try {
            LockQueue queue = queues.computeIfAbsent(key, k -> new LockQueue());
            if (queue.grantNow(request)) {
                return Outcome.GRANTED;
            }
            if (waitNanos <= 0) {
                dropIfUnused(key, queue);
                return Outcome.TIMED_OUT;
            }
            if (WaitsFor.closesCircle(queues.values(), queue, request)) {
                return Outcome.DEADLOCK_VICTIM;
            }
            queue.waiting().add(request);
        } finally {
            lock.unlock();
        }
        return await(key, request, waitNanos);
    }

    private Outcome await(LockKey key, LockRequest request, long waitNanos) {
        try {
            request.session().signals().parkUntil(request::isGranted, waitNanos);
        } catch (StatementEnded e) {
            withdraw(key, request, true);
            throw e;
        }
        return withdraw(key, request, false) ? Outcome.GRANTED_AFTER_WAIT : Outcome.TIMED_OUT;
    }

    /** Ends a wait; a grant that came too late is given back when {@code refuseGrant}. Returns whether it is held. */
    private boolean withdraw(LockKey key, LockRequest request, boolean refuseGrant) {
        lock.lock();
        try {
            LockQueue queue = queues.get(key);
            if (queue == null) {
                return false;
            }
            if (request.isGranted() && !refuseGrant) {
                return true;
            }
            if (request.isGranted()) {
                queue.undo(request);
            }
            queue.waiting().remove(request);
            queue.serveWaiting();
            dropIfUnused(key, queue);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives one hold back.
     *
     * @param session whose
     * @param key what it is on
     * @param owner whom it lives with
     * @return false when it is not held (Msg 1223)
     */
    public boolean release(Session session, LockKey key, LockOwner owner) {
        lock.lock();
        try {
            LockQueue queue = queues.get(key);
            if (queue == null || !queue.releaseOne(session, owner)) {
                return false;
            }
            queue.serveWaiting();
            dropIfUnused(key, queue);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Frees all that a session holds.
     *
     * @param session whose end it is
     */
    public void releaseAll(Session session) {
        releaseAll(session, null);
    }

    /**
     * Frees all that a session's transaction holds.
     *
     * @param session whose transaction ended
     */
    public void releaseTransaction(Session session) {
        releaseAll(session, LockOwner.TRANSACTION);
    }

    private void releaseAll(Session session, @Nullable LockOwner owner) {
        lock.lock();
        try {
            for (Iterator<LockQueue> all = queues.values().iterator(); all.hasNext(); ) {
                LockQueue queue = all.next();
                queue.releaseAll(session, owner);
                queue.serveWaiting();
                if (queue.isUnused()) {
                    all.remove();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * What a session holds on a key.
     *
     * @param session whose
     * @param key what it is on
     * @param owner whom it lives with
     * @return the strongest mode, or null when none
     */
    public @Nullable LockMode held(Session session, LockKey key, LockOwner owner) {
        lock.lock();
        try {
            LockQueue queue = queues.get(key);
            return queue == null ? null : queue.strongest(session, owner);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether a session could take a lock now without waiting; its own holds do not count against it.
     *
     * @param session who asks
     * @param key what it is on
     * @param mode which mode
     * @return true when it could
     */
    public boolean available(Session session, LockKey key, LockMode mode) {
        lock.lock();
        try {
            LockQueue queue = queues.get(key);
            return queue == null || queue.wouldGrant(new LockRequest(session, LockOwner.SESSION, mode));
        } finally {
            lock.unlock();
        }
    }

    /**
     * What a session waits for.
     *
     * @param session whose wait
     * @return null while it waits for no application lock
     */
    public @Nullable LockWait waitOf(Session session) {
        lock.lock();
        try {
            for (Map.Entry<LockKey, LockQueue> each : queues.entrySet()) {
                for (LockRequest request : each.getValue().waiting()) {
                    if (request.session() == session) {
                        List<Session> blockers = each.getValue().blockersOf(request);
                        int first = blockers.isEmpty() ? 0 : blockers.getFirst().sessionId();
                        return new LockWait(each.getKey(), request.mode(), first);
                    }
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * All locks held and waited for.
     *
     * @return a copy, in no particular order
     */
    public List<LockEntry> snapshot() {
        lock.lock();
        try {
            List<LockEntry> entries = new ArrayList<>();
            queues.forEach((key, queue) -> queue.addTo(entries, key));
            return entries;
        } finally {
            lock.unlock();
        }
    }

    private void dropIfUnused(LockKey key, LockQueue queue) {
        if (queue.isUnused()) {
            queues.remove(key);
        }
    }
}
