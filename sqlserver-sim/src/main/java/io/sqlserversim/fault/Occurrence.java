package io.sqlserversim.fault;

import java.time.Duration;

/**
 * Which of the matching events trigger a rule. Immutable.
 *
 * @param first the first one that does, 1 for the first match
 * @param leastGap after a trigger, at least this many matches on, 1 for the very next
 * @param mostGap at most this many matches on, drawn anew each time
 * @param pause and not before this much real time has passed since the last trigger
 * @param limit how often in all
 */
public record Occurrence(long first, long leastGap, long mostGap, Duration pause, long limit) {
    /** Each match. */
    public static final Occurrence ALWAYS = new Occurrence(1, 1, 1, Duration.ZERO, Long.MAX_VALUE);

    /** Checks the numbers. */
    public Occurrence {
        if (first < 1 || leastGap < 1 || mostGap < leastGap || limit < 0 || pause.isNegative()) {
            throw new IllegalArgumentException("an occurrence needs first >= 1, 1 <= leastGap <= mostGap, limit >= 0");
        }
    }

    /**
     * One match and no other.
     *
     * @param nth 1 for the first
     * @return the occurrence
     */
    public static Occurrence only(long nth) {
        return new Occurrence(nth, 1, 1, Duration.ZERO, 1);
    }

    /**
     * Again and again.
     *
     * @param first the first one
     * @param leastGap then at least so many matches on
     * @param mostGap at most so many
     * @param pause and not before so much real time
     * @return the occurrence
     */
    public static Occurrence spaced(long first, long leastGap, long mostGap, Duration pause) {
        return new Occurrence(first, leastGap, mostGap, pause, Long.MAX_VALUE);
    }
}
