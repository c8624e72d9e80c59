package io.sqlserversim.instance;

/**
 * How a database stands. Immutable.
 *
 * @param state whether it is available
 * @param access who may enter
 * @param readOnly whether nothing can be written
 * @param autoClose whether it shuts down when the last user leaves
 * @param started false while an AUTO_CLOSE database is shut down: its collation then reads NULL
 * @param singleUserSession the session that has a SINGLE_USER database, or 0
 */
public record DatabaseStatus(
        DatabaseState state,
        UserAccess access,
        boolean readOnly,
        boolean autoClose,
        boolean started,
        int singleUserSession) {
    /** On line, writable, open to all. */
    public static final DatabaseStatus NORMAL =
            new DatabaseStatus(DatabaseState.ONLINE, UserAccess.MULTI_USER, false, false, true, 0);

    /**
     * With another state.
     *
     * @param changed the state
     * @return a new status
     */
    public DatabaseStatus with(DatabaseState changed) {
        return new DatabaseStatus(changed, access, readOnly, autoClose, started, singleUserSession);
    }

    /**
     * Read-only or not.
     *
     * @param changed whether nothing can be written
     * @return a new status
     */
    public DatabaseStatus withReadOnly(boolean changed) {
        return new DatabaseStatus(state, access, changed, autoClose, started, singleUserSession);
    }

    /**
     * In SINGLE_USER mode.
     *
     * @param sessionId the session that has it
     * @return a new status
     */
    public DatabaseStatus singleUser(int sessionId) {
        return new DatabaseStatus(state, UserAccess.SINGLE_USER, readOnly, autoClose, started, sessionId);
    }

    /**
     * An AUTO_CLOSE database.
     *
     * @param open whether it is started just now
     * @return a new status
     */
    public DatabaseStatus autoClosing(boolean open) {
        return new DatabaseStatus(state, access, readOnly, true, open, singleUserSession);
    }
}
