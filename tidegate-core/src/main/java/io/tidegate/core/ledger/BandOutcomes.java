package io.tidegate.core.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the bands of one slice ended, by the order in which they were begun; a band's end may be known later than that of
 * those behind it. Thread-safe.
 */
final class BandOutcomes {
    private final List<@Nullable BandOutcome> all = new ArrayList<>();
    private boolean isOver;

    /** The number of a band that is begun now. */
    synchronized int begin() {
        all.add(null);
        return all.size() - 1;
    }

    synchronized void set(int number, BandOutcome outcome) {
        all.set(number, outcome);
        isOver |= isLast(outcome);
    }

    /** Whether one of those that are known says that nothing is to be read behind it. */
    synchronized boolean isOver() {
        return isOver;
    }

    private static boolean isLast(BandOutcome outcome) {
        return switch (outcome) {
            case BandOutcome.Held held -> false;
            case BandOutcome.Torn torn -> false;
            case BandOutcome.Restarted restarted -> false;
            case BandOutcome.Fenced fenced -> false;
            case BandOutcome.Cut cut -> true;
            case BandOutcome.EpochChanged changed -> true;
        };
    }

    /** All of them, once every one is known. */
    synchronized List<BandOutcome> all() {
        List<BandOutcome> known = new ArrayList<>();
        all.forEach(outcome -> known.add(Objects.requireNonNull(outcome, "a band was begun and never ended")));
        return known;
    }
}
