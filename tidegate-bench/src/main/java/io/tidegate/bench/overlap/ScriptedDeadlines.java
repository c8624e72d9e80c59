package io.tidegate.bench.overlap;

import io.tidegate.core.time.Deadlines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Deadlines that pass when the script says so, and not by the clock. Thread-safe. */
final class ScriptedDeadlines implements Deadlines {
    private record Armed(Duration limit, Runnable action) {}

    private final List<Armed> armed = new CopyOnWriteArrayList<>();

    @Override
    public Pending after(Duration limit, Runnable action) {
        Armed one = new Armed(limit, action);
        armed.add(one);
        return () -> armed.remove(one);
    }

    /** Lets all pass that are armed with this limit. */
    void pass(Duration limit) {
        List<Armed> due =
                armed.stream().filter(one -> one.limit().equals(limit)).toList();
        armed.removeAll(due);
        due.forEach(one -> one.action().run());
    }
}
