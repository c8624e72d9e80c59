package io.sqlserversim.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a fault holds a statement, unless it is released, killed, or heard an attention before. Immutable.
 *
 * @param least at least this long; null for no limit
 * @param most at most this long, drawn anew each time; null for no limit
 * @param simulated whether the time is the server's own and not real time
 */
public record Hold(@Nullable Duration least, @Nullable Duration most, boolean simulated) {
    /** Until it is released. */
    public static final Hold UNTIL_RELEASED = new Hold(null, null, false);

    /** Checks the order. */
    public Hold {
        if ((least == null) != (most == null) || (least != null && most != null && least.compareTo(most) > 0)) {
            throw new IllegalArgumentException("a hold needs no limit at all, or least <= most");
        }
    }

    /**
     * For a time on the machine's clock.
     *
     * @param time how long
     * @return the hold
     */
    public static Hold real(Duration time) {
        return new Hold(time, time, false);
    }

    /**
     * For a time on the machine's clock, drawn anew each time.
     *
     * @param least at least
     * @param most at most
     * @return the hold
     */
    public static Hold realBetween(Duration least, Duration most) {
        return new Hold(least, most, false);
    }

    /**
     * For a time on the server's clock. Where that clock is moved by hand, the hold ends when it shows the instant.
     *
     * @param time how long
     * @return the hold
     */
    public static Hold simulated(Duration time) {
        return new Hold(time, time, true);
    }

    /**
     * For a time on the server's clock, drawn anew each time.
     *
     * @param least at least
     * @param most at most
     * @return the hold
     */
    public static Hold simulatedBetween(Duration least, Duration most) {
        return new Hold(least, most, true);
    }
}
