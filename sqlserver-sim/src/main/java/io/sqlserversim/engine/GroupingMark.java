package io.sqlserversim.engine;

import java.util.BitSet;
import java.util.List;

/** What GROUPING and GROUPING_ID say of a group: which of some keys are not among those it was made by. */
final class GroupingMark implements Accumulator {
    private final List<Integer> keys;
    private int bits;

    GroupingMark(List<Integer> keys) {
        this.keys = keys;
    }

    /** To be called once, when the group is made. */
    void madeBy(BitSet set) {
        bits = 0;
        for (int key : keys) {
            bits = bits << 1 | (set.get(key) ? 0 : 1);
        }
    }

    @Override
    public void add(Env env) {
        // rows do not change what the group was made by
    }

    @Override
    public Object result() {
        return bits;
    }
}
