package io.sqlserversim.querystore.cost;

import java.util.BitSet;

/** Which showplans of a store were read since it was loaded: those are cheaper to read again. Thread-safe. */
public final class ReadPlans {
    private final BitSet slots = new BitSet(); // guarded by this
    private int epoch; // guarded by this

    /** None. */
    public ReadPlans() {}

    /**
     * Takes note of a read.
     *
     * @param inEpoch which life of the ids
     * @param slot of the plan
     * @return whether it had been read before
     */
    public synchronized boolean readAgain(int inEpoch, int slot) {
        if (epoch != inEpoch) {
            epoch = inEpoch;
            slots.clear();
        }
        boolean before = slots.get(slot);
        slots.set(slot);
        return before;
    }

    /** All must be read from the files again, as after a restart. */
    public synchronized void forget() {
        slots.clear();
    }
}
