package io.tidegate.core.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@link Deadlines} that pass when a test says so; actions run on the test's thread. Time here is its own: it starts at
 * zero and moves by {@link #advance}. Thread-safe.
 */
public final class ManualDeadlines implements Deadlines {
    private final List<Armed> armed = new ArrayList<>();
    private Duration now = Duration.ZERO;

    @Override
    public synchronized Pending after(Duration limit, Runnable action) {
        Armed added = new Armed(now.plus(limit), action, new AtomicBoolean());
        armed.add(added);
        return () -> {
            added.spent.set(true);
            forget(added);
        };
    }

    /** Moves time forward and runs, in order of their instants, all actions that have become due. */
    public void advance(Duration by) {
        Duration target;
        synchronized (this) {
            target = now.plus(by);
        }
        for (Armed due = nextDue(target); due != null; due = nextDue(target)) {
            if (due.spent.compareAndSet(false, true)) {
                due.action.run();
            }
        }
        synchronized (this) {
            now = target;
        }
    }

    /** How many are armed and neither due nor called off. */
    public synchronized int pending() {
        return armed.size();
    }

    private synchronized Armed nextDue(Duration target) {
        Armed first = armed.stream()
                .filter(a -> a.at.compareTo(target) <= 0)
                .min(Comparator.comparing(Armed::at))
                .orElse(null);
        if (first != null) {
            armed.remove(first);
            now = first.at.compareTo(now) > 0 ? first.at : now;
        }
        return first;
    }

    private synchronized void forget(Armed one) {
        armed.remove(one);
    }

    private record Armed(Duration at, Runnable action, AtomicBoolean spent) {}
}
