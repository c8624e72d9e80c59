package io.sqlserversim.engine;

/** The rest of a batch is not executed; its error has been sent. Has no stack trace. */
final class BatchEnded extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean onlyScope;

    /** With {@code onlyScope} the batch around an EXECUTE goes on. */
    BatchEnded(boolean onlyScope) {
        super("ended", null, false, false);
        this.onlyScope = onlyScope;
    }

    boolean endsOnlyScope() {
        return onlyScope;
    }
}
