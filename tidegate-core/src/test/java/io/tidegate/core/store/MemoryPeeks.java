package io.tidegate.core.store;

import io.tidegate.core.model.RuntimeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The peeks at one interval: the current one and what is staged. Confined to the store's lock. */
final class MemoryPeeks {
    private final TreeMap<Long, List<RuntimeRow>> staged = new TreeMap<>();
    private List<RuntimeRow> current = List.of();
    private long currentNumber;

    void add(PeekBatch batch) {
        if (batch.peekNumber() <= currentNumber) {
            return;
        }
        List<RuntimeRow> rows = staged.computeIfAbsent(batch.peekNumber(), n -> new ArrayList<>());
        rows.addAll(batch.rows());
        if (batch.isLast()) {
            MemoryRows.keepMore(rows, current);
            current = rows;
            currentNumber = batch.peekNumber();
            staged.headMap(currentNumber, true).clear();
        }
    }

    /** A current one of rows that were stored. */
    static MemoryPeeks of(List<RuntimeRow> rows) {
        MemoryPeeks peeks = new MemoryPeeks();
        peeks.current = rows;
        peeks.currentNumber = rows.isEmpty() ? 0 : 1;
        return peeks;
    }

    void drop(long number) {
        staged.remove(number);
    }

    void dropStaged() {
        staged.clear();
    }

    List<RuntimeRow> current() {
        return current;
    }

    boolean hasCurrent() {
        return !current.isEmpty();
    }

    long lastNumber() {
        Map.Entry<Long, List<RuntimeRow>> last = staged.lastEntry();
        return Math.max(currentNumber, last == null ? 0 : last.getKey());
    }
}
