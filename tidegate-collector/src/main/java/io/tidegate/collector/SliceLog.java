package io.tidegate.collector;

import io.tidegate.core.gate.Purpose;
import io.tidegate.core.step.LateFaults;
import io.tidegate.core.store.StoreException;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each slice that did not end as it should: which, what happened, what happens next. Stack traces are for
 * debug; the words of unforeseen exceptions are for nobody, since they may hold anything. Thread-safe.
 */
public final class SliceLog implements LateFaults {
    private static final Logger LOG = LoggerFactory.getLogger(SliceLog.class);
    private static final String NEXT_CADENCE = "what it committed stays, the rest is read at a next cadence";
    private static final String UNPROVEN =
            "what it committed stays; nothing heavy runs there until a next try has proven"
                    + " that its session has ended";

    /** Makes a log. */
    public SliceLog() {}

    /**
     * A slice failed in time.
     *
     * @param server which server
     * @param purpose what for
     * @param database whose work
     * @param cause what was thrown
     */
    public void failed(String server, Purpose purpose, String database, Throwable cause) {
        LOG.warn(
                "server={} purpose={} database={} a slice failed: {} Next: {}",
                server,
                purpose,
                database,
                words(cause),
                next(cause));
        LOG.debug("server={} purpose={} the slice that failed", server, purpose, cause);
    }

    /**
     * A slice ran past its deadline.
     *
     * @param server which server
     * @param purpose what for
     * @param database whose work
     * @param after how long its loop was held
     */
    public void abandoned(String server, Purpose purpose, String database, Duration after) {
        LOG.warn(
                "server={} purpose={} database={} a slice was abandoned after {} s. Next: it keeps the lease until its"
                        + " statement has ended, both loops are deferred there meanwhile; at twice the deadline its"
                        + " connection is cut",
                server,
                purpose,
                database,
                after.toSeconds());
    }

    @Override
    public void report(LateFault fault) {
        int cut = fault.step().lastIndexOf('/');
        String server = fault.step().substring(0, Math.max(0, cut));
        String purpose = fault.step().substring(cut + 1);
        String what = switch (fault.where()) {
            case BODY_AFTER_ABANDONMENT -> "an abandoned slice has ended: ";
            case LEASE -> "a lease could not be told of its end: ";
            case DEADLINE -> "a deadline could not be called off: ";
            case CANCEL_HOOK -> "a statement could not be asked to stop: ";
            case ABORT_HOOK -> "a connection could not be cut: ";
        };
        LOG.warn(
                "server={} purpose={} {}{} Next: {}", server, purpose, what, words(fault.cause()), next(fault.cause()));
        LOG.debug("server={} purpose={} {}", server, purpose, fault.where(), fault.cause());
    }

    /**
     * What a user may be told of a failure: sentences that were made for one; of anything else the name alone, since its
     * words may have query text in them.
     *
     * @param cause what was thrown
     * @return a sentence
     */
    public static String words(Throwable cause) {
        return switch (cause) {
            case SqlServerException known -> known.fault().message();
            case StoreException known -> String.valueOf(known.getMessage());
            default -> "an unforeseen " + cause.getClass().getSimpleName() + ".";
        };
    }

    private static String next(Throwable cause) {
        return cause instanceof SqlServerException known && known.fault().endsSession() ? UNPROVEN : NEXT_CADENCE;
    }
}
