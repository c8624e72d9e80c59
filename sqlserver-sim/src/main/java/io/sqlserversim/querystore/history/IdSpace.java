package io.sqlserversim.querystore.history;

import io.sqlserversim.catalog.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which id a slot has: one more than its number, or, while the entry has not been written yet and the store shows
 * provisional ids, a negative one. Both ascend with the slots; the negative ones come first. Immutable.
 *
 * @param known slots below have their final id
 * @param total slots below exist
 */
public record IdSpace(int known, int total) {
    private static final long FIRST_PROVISIONAL = Integer.MIN_VALUE;

    /**
     * A run of slots with ascending ids.
     *
     * @param low inclusive
     * @param high inclusive
     */
    public record Range(int low, int high) {}

    /**
     * The id of a slot.
     *
     * @param slot 0 or more
     * @return 1 or more, or below -1
     */
    public long idOf(int slot) {
        return slot < known ? slot + 1L : FIRST_PROVISIONAL + slot;
    }

    /**
     * The slot of an id.
     *
     * @param id any number
     * @return -1 when no slot has it
     */
    public int slotOf(long id) {
        if (id < 1) {
            long slot = id - FIRST_PROVISIONAL;
            return slot >= known && slot < total ? (int) slot : -1;
        }
        return id <= Math.min(known, total) ? (int) (id - 1) : -1;
    }

    /**
     * The slots whose ids lie inside of bounds.
     *
     * @param bounds of ids
     * @return runs of slots in the order of their ids
     */
    public List<Range> ranges(Bounds bounds) {
        List<Range> ranges = new ArrayList<>();
        if (bounds.values().length > 0) {
            Arrays.stream(bounds.values())
                    .mapToInt(this::slotOf)
                    .filter(slot -> slot >= 0)
                    .forEach(slot -> ranges.add(new Range(slot, slot)));
            return ranges;
        }
        add(ranges, bounds, FIRST_PROVISIONAL, known, total - 1);
        add(ranges, bounds, 1, 0, Math.min(known, total) - 1);
        return ranges;
    }

    private static void add(List<Range> ranges, Bounds bounds, long offset, int low, int high) {
        long from = bounds.low() <= offset + low ? low : bounds.low() - offset;
        long to = bounds.high() >= offset + high ? high : bounds.high() - offset;
        if (from <= to) {
            ranges.add(new Range((int) from, (int) to));
        }
    }
}
