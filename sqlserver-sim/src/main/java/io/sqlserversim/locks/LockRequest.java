package io.sqlserversim.locks;

import io.sqlserversim.session.Session;

/** One session's wish for a lock. The grant is written under the lock of {@link AppLocks} and read by the waiter. */
final class LockRequest {
    private final Session session;
    private final LockOwner owner;
    private final LockMode mode;
    private volatile boolean granted;

    LockRequest(Session session, LockOwner owner, LockMode mode) {
        this.session = session;
        this.owner = owner;
        this.mode = mode;
    }

    Session session() {
        return session;
    }

    LockOwner owner() {
        return owner;
    }

    LockMode mode() {
        return mode;
    }

    boolean isGranted() {
        return granted;
    }

    void grant() {
        granted = true;
    }
}
