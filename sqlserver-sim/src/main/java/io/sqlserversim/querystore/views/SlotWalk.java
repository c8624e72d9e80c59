package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.querystore.history.IdSpace;
import java.util.List;

/** Walks over the slots whose ids lie inside of bounds, by ascending id. Confined to one thread. */
final class SlotWalk {
    private final List<IdSpace.Range> ranges;
    private int range = -1;
    private int slot;

    SlotWalk(IdSpace ids, Bounds bounds) {
        this.ranges = ids.ranges(bounds);
    }

    boolean advance() {
        if (range >= 0 && range < ranges.size() && slot < ranges.get(range).high()) {
            slot++;
            return true;
        }
        range++;
        if (range >= ranges.size()) {
            return false;
        }
        slot = ranges.get(range).low();
        return true;
    }

    int slot() {
        return slot;
    }
}
