package io.tidegate.collector;

import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.store.LeaseLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A {@link LeaseLog} in memory that fails on demand. Thread-safe. */
final class MemoryLeaseLog implements LeaseLog {
    private final List<LeaseRow<String>> rows = new ArrayList<>();
    private final List<Intent> intents = new ArrayList<>();
    private RuntimeException failure;
    private int failures;

    /** From now on each write fails; null ends that. */
    synchronized void failing(RuntimeException with) {
        failure = with;
    }

    /** Writes that have failed. */
    synchronized int failures() {
        return failures;
    }

    synchronized List<LeaseRow<String>> rows() {
        return List.copyOf(rows);
    }

    @Override
    public synchronized void recordLeases(List<LeaseRow<String>> more) {
        fail();
        rows.addAll(more);
    }

    @Override
    public synchronized List<LeaseRow<String>> leases(String server, Instant from, Instant to, int limit) {
        return rows();
    }

    @Override
    public List<LeaseRow<String>> light(String server, Instant from) {
        return List.of();
    }

    @Override
    public synchronized void storeIntent(String server, SessionIdentity session, Instant at) {
        fail();
        intents.add(new Intent(server, session, at));
    }

    @Override
    public synchronized void clearIntent(String server, SessionIdentity session) {
        fail();
        intents.removeIf(
                intent -> intent.server().equals(server) && intent.session().equals(session));
    }

    @Override
    public synchronized List<Intent> openIntents() {
        return List.copyOf(intents);
    }

    private void fail() {
        if (failure != null) {
            failures++;
            throw failure;
        }
    }
}
