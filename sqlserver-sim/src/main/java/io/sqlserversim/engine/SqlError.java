package io.sqlserversim.engine;

/**
 * An error as SQL Server raises it. Severity 20 and above closes the connection. Immutable; has no stack trace, since
 * it is an answer and not a bug.
 */
public final class SqlError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int number;
    private final int severity;
    private final int state;

    /**
     * An error.
     *
     * @param number the message number, e.g. 208
     * @param severity 11 to 25
     * @param state 0 to 255
     * @param message the whole text as the client sees it
     */
    public SqlError(int number, int severity, int state, String message) {
        super(message, null, false, false);
        this.number = number;
        this.severity = severity;
        this.state = state;
    }

    /**
     * The message number.
     *
     * @return the number
     */
    public int number() {
        return number;
    }

    /**
     * The severity (class).
     *
     * @return 11 to 25
     */
    public int severity() {
        return severity;
    }

    /**
     * The state.
     *
     * @return 0 to 255
     */
    public int state() {
        return state;
    }

    /**
     * The text; never null.
     *
     * @return the message
     */
    public String text() {
        return String.valueOf(getMessage());
    }
}
