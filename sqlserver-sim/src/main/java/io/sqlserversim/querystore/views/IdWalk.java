package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import java.util.Arrays;

/** Walks over the ids of a range that lie inside of bounds, ascending. Confined to one thread. */
final class IdWalk {
    private final long[] values;
    private final long high;
    private long id;
    private int next;

    /** Over {@code low} to {@code high}, both inclusive, as far as the bounds reach. */
    IdWalk(Bounds bounds, long low, long high) {
        long from = Math.max(low, bounds.low());
        this.high = Math.min(high, bounds.high());
        this.values = bounds.values();
        this.id = from - 1;
        int found = Arrays.binarySearch(values, from);
        this.next = found < 0 ? -found - 1 : found;
    }

    boolean advance() {
        if (values.length == 0) {
            id++;
            return id <= high;
        }
        if (next >= values.length) {
            return false;
        }
        id = values[next++];
        return id <= high;
    }

    long id() {
        return id;
    }
}
