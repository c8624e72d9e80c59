package io.tidegate.core.ledger;

import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import java.util.Objects;

/**
 * What a comparison of three counts of an interval means: what the ledger recorded, what is stored, what the source has. It
 * is stricter than a census, which trusts the ledger and compares no totals. No state.
 */
public final class VerifyRules {
    private VerifyRules() {}

    /** What has to be done about an interval. */
    public enum Need {
        /** Nothing: all agree. */
        NOTHING,
        /** The source has, or may have, what is lacking here: read it again and merge. */
        MERGE,
        /** The stored rows are not those that were recorded: read again and put back. */
        RESTORE,
        /** The source has less: what is held stays, flagged thinned. */
        FLAG_THINNED
    }

    /**
     * Judges.
     *
     * @param entry a held interval
     * @param stored a count of its stored rows
     * @param counted a count of the source's rows, with totals
     * @return what to do
     */
    public static Need judge(LedgerEntry entry, IntervalFigures stored, IntervalFigures counted) {
        IntervalFigures recorded = recorded(entry);
        if (!stored.agreesWith(recorded)) {
            return Need.RESTORE;
        }
        return switch (CensusPlan.judge(entry, counted)) {
            case READ_AGAIN -> Need.MERGE;
            case THINNED -> Need.FLAG_THINNED;
            case AGREES ->
                counted.amount() < recorded.amount() || sameTotals(recorded, counted) ? Need.NOTHING : Need.MERGE;
        };
    }

    /**
     * Judges as long as the rows were not read again: a loss may hide a late row that is smaller, also where it was known.
     *
     * @param entry a held interval
     * @param stored a count of its stored rows
     * @param counted a count of the source's rows, with totals
     * @return as {@link #judge}, but MERGE wherever the source counts less than is stored and was recorded
     */
    public static Need judgeCount(LedgerEntry entry, IntervalFigures stored, IntervalFigures counted) {
        Need need = judge(entry, stored, counted);
        return need != Need.RESTORE && counted.amount() < recorded(entry).amount() ? Need.MERGE : need;
    }

    /**
     * What the ledger recorded.
     *
     * @param entry a held interval
     * @return its figures
     */
    public static IntervalFigures recorded(LedgerEntry entry) {
        return Objects.requireNonNullElse(entry.figures(), IntervalFigures.NONE);
    }

    /** A split row counts as parts at the source, so each side's rounding is allowed for. */
    private static boolean sameTotals(IntervalFigures one, IntervalFigures other) {
        long most = Math.max(one.rows(), other.rows());
        return Math.abs(one.cpuMicros() - other.cpuMicros()) <= most
                && Math.abs(one.durationMicros() - other.durationMicros()) <= most;
    }
}
