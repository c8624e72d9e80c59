package io.sqlserversim.instance;

/**
 * How a database stands. Immutable.
 *
 * @param state whether it is available
 * @param access who may enter
 * @param readOnly whether nothing can be written
 * @param standby whether it is readable between two restores of logs
 * @param autoClose whether it shuts down when the last user leaves
 * @param started false while an AUTO_CLOSE database is shut down: its collation then reads NULL
 * @param singleUserSession the session that has a SINGLE_USER database, or 0
 * @param group the availability group that it is in; empty for none
 * @param role its part in that group
 */
public record DatabaseStatus(
        DatabaseState state,
        UserAccess access,
        boolean readOnly,
        boolean standby,
        boolean autoClose,
        boolean started,
        int singleUserSession,
        String group,
        ReplicaRole role) {
    /** On line, writable, open to all, in no group. */
    public static final DatabaseStatus NORMAL = new DatabaseStatus(
            DatabaseState.ONLINE, UserAccess.MULTI_USER, false, false, false, true, 0, "", ReplicaRole.NONE);

    /**
     * With another state.
     *
     * @param changed the state
     * @return a new status
     */
    public DatabaseStatus with(DatabaseState changed) {
        return new DatabaseStatus(
                changed, access, readOnly, standby, autoClose, started, singleUserSession, group, role);
    }

    /**
     * Read-only or not.
     *
     * @param changed whether nothing can be written
     * @return a new status
     */
    public DatabaseStatus withReadOnly(boolean changed) {
        return new DatabaseStatus(state, access, changed, standby, autoClose, started, singleUserSession, group, role);
    }

    /**
     * Readable between two restores of logs, or no longer; a standby is read-only.
     *
     * @param changed whether it is a standby
     * @return a new status
     */
    public DatabaseStatus withStandby(boolean changed) {
        return new DatabaseStatus(state, access, changed, changed, autoClose, started, singleUserSession, group, role);
    }

    /**
     * In SINGLE_USER mode.
     *
     * @param sessionId the session that has it
     * @return a new status
     */
    public DatabaseStatus singleUser(int sessionId) {
        return with(UserAccess.SINGLE_USER, sessionId);
    }

    /**
     * Open to everybody, or to the owner and sysadmin only.
     *
     * @param restricted whether it is RESTRICTED_USER
     * @return a new status
     */
    public DatabaseStatus restricted(boolean restricted) {
        return with(restricted ? UserAccess.RESTRICTED_USER : UserAccess.MULTI_USER, 0);
    }

    private DatabaseStatus with(UserAccess changed, int sessionId) {
        return new DatabaseStatus(state, changed, readOnly, standby, autoClose, started, sessionId, group, role);
    }

    /**
     * An AUTO_CLOSE database.
     *
     * @param open whether it is started just now
     * @return a new status
     */
    public DatabaseStatus autoClosing(boolean open) {
        return new DatabaseStatus(state, access, readOnly, standby, true, open, singleUserSession, group, role);
    }

    /**
     * No AUTO_CLOSE database any more; it is started.
     *
     * @return a new status
     */
    public DatabaseStatus staysOpen() {
        return new DatabaseStatus(state, access, readOnly, standby, false, true, singleUserSession, group, role);
    }

    /**
     * In an availability group.
     *
     * @param name the group; empty to leave it, with {@link ReplicaRole#NONE}
     * @param part what this copy is there
     * @return a new status
     */
    public DatabaseStatus inGroup(String name, ReplicaRole part) {
        return new DatabaseStatus(state, access, readOnly, standby, autoClose, started, singleUserSession, name, part);
    }
}
