package io.sqlserversim.engine;

import org.jspecify.annotations.Nullable;

/**
 * An error as SQL Server raises it. Severity 20 and above closes the connection. Immutable; has no stack trace, since
 * it is an answer and not a bug.
 */
public final class SqlError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int number;
    private final int severity;
    private final int state;
    private final @Nullable SqlError next;

    /**
     * An error.
     *
     * @param number the message number, e.g. 208
     * @param severity 11 to 25
     * @param state 0 to 255
     * @param message the whole text as the client sees it
     */
    public SqlError(int number, int severity, int state, String message) {
        this(number, severity, state, message, null);
    }

    private SqlError(int number, int severity, int state, String message, @Nullable SqlError next) {
        super(message, null, false, false);
        this.number = number;
        this.severity = severity;
        this.state = state;
        this.next = next;
    }

    /**
     * The same error with another one that trails it, as Msg 297 trails Msg 300.
     *
     * @param trailing sent right after this one
     * @return a new error
     */
    public SqlError followedBy(SqlError trailing) {
        return new SqlError(number, severity, state, text(), trailing);
    }

    /**
     * The error that is sent right after this one.
     *
     * @return null when it comes alone
     */
    public @Nullable SqlError next() {
        return next;
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
