package io.tidegate.collector.lane;

import io.tidegate.core.status.PassOutcome;
import org.jspecify.annotations.Nullable;

/**
 * One cell of the fault matrix: what is expected, or why there is no such fault. Immutable.
 *
 * @param where the place
 * @param what the fault
 * @param fault name of the kind of fault; empty where the pass meets none
 * @param outcome how the pass ends; null where there is no such fault
 * @param lease what the gate knows behind it
 * @param ledger what has moved behind it
 * @param note what happens, or why there is no such fault
 */
record FaultCell(
        Where where,
        What what,
        String fault,
        @Nullable PassOutcome outcome,
        @Nullable Lease lease,
        @Nullable Ledger ledger,
        String note) {

    /** The place. */
    enum Where {
        CONNECT,
        LOGIN,
        LOCK,
        FIRST_BYTE,
        MID_ROW,
        END,
        COMMIT
    }

    /** The fault. */
    enum What {
        REFUSE,
        STALL,
        RESET,
        HALF_CLOSE,
        ERROR,
        TRICKLE,
        GARBAGE,
        DEAF,
        KILL
    }

    /** What the gate knows when the pass has ended, and at the true end. */
    enum Lease {
        FREE,
        UNKNOWN,
        ABANDONED_THEN_FREE,
        ABANDONED_THEN_UNKNOWN
    }

    /** What the ledger has when the pass has ended: as before, some of it, all of it. Each next pass completes it. */
    enum Ledger {
        UNMOVED,
        MOVED,
        COMPLETE
    }

    boolean isFault() {
        return outcome != null;
    }

    /** As the page has it. */
    String line() {
        return isFault()
                ? "| %s | %s | %s | %s | %s | %s | %s |"
                        .formatted(
                                words(where),
                                words(what),
                                fault.isEmpty() ? "none" : "`" + fault + "`",
                                words(outcome),
                                words(lease),
                                words(ledger),
                                note)
                : "| %s | %s | no such fault | | | | %s |".formatted(words(where), words(what), note);
    }

    private static String words(@Nullable Enum<?> word) {
        return word == null
                ? ""
                : word.name()
                        .toLowerCase(java.util.Locale.ROOT)
                        .replace("_then_", ", then ")
                        .replace('_', ' ');
    }

    @Override
    public String toString() {
        return where + " " + what;
    }
}
