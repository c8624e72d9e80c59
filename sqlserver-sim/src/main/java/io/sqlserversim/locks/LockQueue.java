package io.sqlserversim.locks;

import io.sqlserversim.session.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holders and waiters of one key. Every method is called under the lock of {@link AppLocks}. */
final class LockQueue {
    /** A mode that a session holds, and how often. */
    private static final class Hold {
        private final Session session;
        private final LockOwner owner;
        private final LockMode mode;
        private int count = 1;

        Hold(LockRequest request) {
            session = request.session();
            owner = request.owner();
            mode = request.mode();
        }

        boolean isOf(Session other, LockOwner otherOwner) {
            return session == other && owner == otherOwner;
        }
    }

    private final List<Hold> holds = new ArrayList<>();
    private final List<LockRequest> waiting = new ArrayList<>();

    List<LockRequest> waiting() {
        return waiting;
    }

    boolean isUnused() {
        return holds.isEmpty() && waiting.isEmpty();
    }

    /** Whether the holders allow it, and, unless the session holds the key already, nobody else waits before it. */
    boolean wouldGrant(LockRequest request) {
        boolean holder = false;
        for (Hold hold : holds) {
            if (hold.session == request.session()) {
                holder = true;
            } else if (!hold.mode.compatibleWith(request.mode())) {
                return false;
            }
        }
        return holder || waiting.isEmpty() || waiting.getFirst() == request;
    }

    boolean grantNow(LockRequest request) {
        if (!wouldGrant(request)) {
            return false;
        }
        for (Hold hold : holds) {
            if (hold.isOf(request.session(), request.owner()) && hold.mode == request.mode()) {
                hold.count++;
                return true;
            }
        }
        holds.add(new Hold(request));
        return true;
    }

    void serveWaiting() {
        boolean served = true;
        while (served && !waiting.isEmpty()) {
            LockRequest first = waiting.getFirst();
            served = grantNow(first);
            if (served) {
                waiting.removeFirst();
                first.grant();
                first.session().signals().wake();
            }
        }
    }

    void undo(LockRequest request) {
        for (Iterator<Hold> all = holds.iterator(); all.hasNext(); ) {
            Hold hold = all.next();
            if (hold.isOf(request.session(), request.owner()) && hold.mode == request.mode()) {
                if (--hold.count == 0) {
                    all.remove();
                }
                return;
            }
        }
    }

    /** Gives the hold taken last back; the number of gets and releases is what counts, not their modes. */
    boolean releaseOne(Session session, LockOwner owner) {
        for (int i = holds.size() - 1; i >= 0; i--) {
            Hold hold = holds.get(i);
            if (hold.isOf(session, owner)) {
                if (--hold.count == 0) {
                    holds.remove(i);
                }
                return true;
            }
        }
        return false;
    }

    void releaseAll(Session session, @Nullable LockOwner owner) {
        holds.removeIf(hold -> hold.session == session && (owner == null || hold.owner == owner));
        waiting.removeIf(request -> request.session() == session && (owner == null || request.owner() == owner));
    }

    @Nullable
    LockMode strongest(Session session, LockOwner owner) {
        LockMode strongest = null;
        for (Hold hold : holds) {
            if (hold.isOf(session, owner)) {
                strongest = strongest == null ? hold.mode : strongest.with(hold.mode);
            }
        }
        return strongest;
    }

    /** The sessions that keep this request waiting: incompatible holders, and whoever waits before it. */
    List<Session> blockersOf(LockRequest request) {
        List<Session> blockers = new ArrayList<>();
        for (Hold hold : holds) {
            if (hold.session != request.session() && !hold.mode.compatibleWith(request.mode())) {
                blockers.add(hold.session);
            }
        }
        for (LockRequest before : waiting) {
            if (before == request) {
                break;
            }
            blockers.add(before.session());
        }
        return blockers;
    }

    void addTo(List<LockEntry> entries, LockKey key) {
        for (Hold hold : holds) {
            entries.add(new LockEntry(key, hold.session.sessionId(), hold.owner, hold.mode, hold.count, true));
        }
        for (LockRequest request : waiting) {
            entries.add(new LockEntry(key, request.session().sessionId(), request.owner(), request.mode(), 0, false));
        }
    }
}
