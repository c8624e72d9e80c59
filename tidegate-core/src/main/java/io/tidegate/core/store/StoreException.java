package io.tidegate.core.store;

/**
 * The store could not do what was asked: nothing of it is kept, unless {@link #isAmbiguous()}. The message is one
 * sentence for a user and holds neither query text nor secrets.
 */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean ambiguous;

    /**
     * A failure that surely kept nothing.
     *
     * @param message for a user
     * @param cause the engine's exception
     */
    public StoreException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /**
     * A failure.
     *
     * @param message for a user
     * @param cause the engine's exception
     * @param ambiguous whether the commit may have happened all the same: read the revision before sending anything
     */
    public StoreException(String message, Throwable cause, boolean ambiguous) {
        super(message, cause);
        this.ambiguous = ambiguous;
    }

    /**
     * Whether the commit may have happened.
     *
     * @return true when the revision has to be read first
     */
    public boolean isAmbiguous() {
        return ambiguous;
    }
}
