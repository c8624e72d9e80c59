package io.sqlserversim.locks;

import io.sqlserversim.session.Session;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Finds circles of sessions that wait for each other. */
final class WaitsFor {
    private WaitsFor() {}

    /** Whether the asking session, if it waited too, would wait for itself. */
    static boolean closesCircle(Collection<LockQueue> queues, LockQueue asked, LockRequest request) {
        Deque<Session> open = new ArrayDeque<>(asked.blockersOf(request));
        Set<Session> seen = new HashSet<>();
        while (!open.isEmpty()) {
            Session session = open.pop();
            if (session == request.session()) {
                return true;
            }
            if (seen.add(session)) {
                for (LockQueue queue : queues) {
                    for (LockRequest waiting : queue.waiting()) {
                        if (waiting.session() == session) {
                            open.addAll(queue.blockersOf(waiting));
                        }
                    }
                }
            }
        }
        return false;
    }
}
