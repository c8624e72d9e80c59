package io.sqlserversim.engine;

/** An error on its way to the CATCH block or the batch that handles it. Has no stack trace. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final SqlError error;
    private final int line;
    private final int level;

    Failure(SqlError error, int line, int level) {
        super(error.text(), null, false, false);
        this.error = error;
        this.line = line;
        this.level = level;
    }

    SqlError error() {
        return error;
    }

    int line() {
        return line;
    }

    /** Whether a CATCH block of a level may have it: not what failed to compile at its own level. */
    boolean isCatchableAt(int catchLevel) {
        boolean nameError = error.number() == 208 || error.number() == 207 || error.number() == 4104;
        return error.severity() < 20 && !(nameError && level == catchLevel);
    }
}
