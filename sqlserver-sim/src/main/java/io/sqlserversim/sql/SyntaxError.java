package io.sqlserversim.sql;

/** A batch that cannot be parsed. Carries SQL Server's message number and text; has no stack trace. Immutable. */
public final class SyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int number;
    private final int line;

    SyntaxError(int number, int line, String message) {
        super(message, null, false, false);
        this.number = number;
        this.line = line;
    }

    static SyntaxError near(Token token) {
        if (token.isReserved()) {
            return new SyntaxError(156, token.line(), "Incorrect syntax near the keyword '" + token.raw() + "'.");
        }
        return new SyntaxError(102, token.line(), "Incorrect syntax near '" + token.text() + "'.");
    }

    /**
     * The message number.
     *
     * @return e.g. 102
     */
    public int number() {
        return number;
    }

    /**
     * Where.
     *
     * @return 1-based line in the batch
     */
    public int line() {
        return line;
    }

    /**
     * SQL Server's text.
     *
     * @return the message
     */
    public String text() {
        return String.valueOf(getMessage());
    }
}
