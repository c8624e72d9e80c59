package io.tidegate.core.store;

/**
 * A user's SELECT ran past the store's time limit and was stopped: nothing is wrong with the SELECT, nor with the store. The
 * message is one sentence for a user and holds no query text.
 */
public final class QueryTimedOutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * A query that was stopped.
     *
     * @param message for a user: the limit, and what to do
     */
    public QueryTimedOutException(String message) {
        super(message);
    }
}
