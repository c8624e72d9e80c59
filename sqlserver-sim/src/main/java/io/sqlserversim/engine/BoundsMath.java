package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Intersections and unions of bounds. */
final class BoundsMath {
    private BoundsMath() {}

    static Bounds intersect(Bounds a, Bounds b) {
        long low = Math.max(a.low(), b.low());
        long high = Math.min(a.high(), b.high());
        if (a.values().length == 0 && b.values().length == 0) {
            return Bounds.range(low, high);
        }
        boolean first = a.values().length > 0;
        Bounds list = first ? a : b;
        Bounds other = first ? b : a;
        return Bounds.of(Arrays.stream(list.values()).filter(other::contains).toArray());
    }

    static Bounds unite(Bounds a, Bounds b) {
        if (isEmpty(a)) {
            return b;
        }
        if (isEmpty(b)) {
            return a;
        }
        if (a.values().length > 0 && b.values().length > 0) {
            return Bounds.of(LongStream.concat(Arrays.stream(a.values()), Arrays.stream(b.values()))
                    .toArray());
        }
        return Bounds.range(Math.min(a.low(), b.low()), Math.max(a.high(), b.high()));
    }

    static boolean isEmpty(Bounds bounds) {
        return bounds.low() > bounds.high();
    }
}
