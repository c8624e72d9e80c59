package io.sqlserversim.engine;

/**
 * Thrown through the evaluator when the running request must end without an error of its own: an attention, a KILL, or
 * a connection that is known to be dead. Has no stack trace.
 */
public final class StatementEnded extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why the request ends. */
    public enum Reason {
        /** The client sent an attention; the wire answers with the two-message form. */
        ATTENTION,
        /** Another session issued KILL: the wire sends Msg 596 and closes. */
        KILLED,
        /** A write found the socket dead. */
        CONNECTION_DEAD,
        /** The server is shutting down. */
        SHUTDOWN
    }

    private final Reason reason;

    /**
     * An end.
     *
     * @param reason why
     */
    public StatementEnded(Reason reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    /**
     * Why the request ends.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
