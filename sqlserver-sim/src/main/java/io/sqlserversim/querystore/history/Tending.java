package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.capture.CapturedStatements;
import io.sqlserversim.querystore.history.History.State;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.querystore.workload.Workload;

/**
 * What a store does about its size, at a flush: from 90 % of its limit on it takes the cheapest queries until it is at 80
 * %, and a store that is full turns read-only. Between two flushes it may grow beyond the limit. Immutable; times in
 * {@link Ticks}.
 */
final class Tending {
    private static final int SIZE_CAP = 65_536;
    private static final int STEPS_AT_MOST = 1_000;

    private final Workload workload;
    private final CapturedStatements none = new CapturedStatements();

    Tending(Workload workload) {
        this.workload = workload;
    }

    /** Looks at each flush since the last look; later calls with the same arguments give the same. */
    State tend(State old, long now) {
        State state = old;
        for (int i = 0; i < STEPS_AT_MOST; i++) {
            long last = state.flush().last(now);
            if (last <= state.tended() || !isFull(state, last)) {
                return state.tendedUntil(Math.max(last, state.tended()));
            }
            long flush = firstFull(state, last);
            state = full(state, flush).tendedUntil(flush);
        }
        return state;
    }

    /** The first flush at which the store is so full that something happens. */
    private long firstFull(State state, long last) {
        long period = state.flush().period();
        long low = 0;
        long high = (last - state.tended()) / period;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (isFull(state, last - (high - middle) * period)) {
                last -= (high - middle) * period;
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return last;
    }

    private boolean isFull(State state, long at) {
        QueryStoreOptions options = state.options();
        if (!options.actual().captures() || options.maxStorageSizeMb() == 0) {
            return false;
        }
        return bytes(state, at) >= limit(options) / 100 * (options.sizeBasedCleanup() ? 90 : 100);
    }

    private State full(State state, long flush) {
        State cleaned = state.options().sizeBasedCleanup() ? cleaned(state, flush) : state;
        if (bytes(cleaned, flush) < limit(state.options())) {
            return cleaned;
        }
        QueryStoreOptions readOnly =
                cleaned.options().withState(cleaned.options().desired(), QueryStoreState.READ_ONLY, SIZE_CAP);
        return cleaned.with(cleaned.epoch().capturedUntil(flush)).with(readOnly);
    }

    /** After taking the cheapest queries, as many as bring it to 80 %. */
    State cleaned(State state, long at) {
        long goal = limit(state.options()) / 100 * 80;
        int low = 0;
        int high = workload.spec().queries() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bytes(state.with(state.epoch().cleaned(new Cleaning(at, middle))), at) <= goal) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == 0 ? state : state.with(state.epoch().cleaned(new Cleaning(at, low)));
    }

    private long bytes(State state, long at) {
        return StorageEstimate.bytes(
                new Moment(workload, state.epoch(), state.flush(), state.options(), state.traits(), none, at));
    }

    private static long limit(QueryStoreOptions options) {
        return options.maxStorageSizeMb() << 20;
    }
}
