package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/** The running state of one aggregate in one group. */
interface Accumulator {
    void add(Env env);

    @Nullable
    Object result();

    /** Makes accumulators, one per group. */
    interface Factory {
        Accumulator create();
    }
}
