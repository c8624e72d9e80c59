package io.tidegate.core.gate;

import java.util.Objects;

/** The answer to a try for a lease. Immutable. */
public sealed interface Admission {

    /**
     * The lease is the caller's, who must see to it that it is closed on every path (by handing it to a step).
     *
     * @param lease open
     */
    record Granted(Lease lease) implements Admission {
        /** Checks that it is there. */
        public Granted {
            Objects.requireNonNull(lease, "lease");
        }
    }

    /**
     * Somebody else has it. Go away, and come back on your own cadence; the deferral is already in the journal.
     *
     * @param holder who has it, and since when
     */
    record Refused(Holder holder) implements Admission {
        /** Checks that it is there. */
        public Refused {
            Objects.requireNonNull(holder, "holder");
        }
    }

    /** This process is on its way out and admits nothing more. */
    record ShuttingDown() implements Admission {}
}
