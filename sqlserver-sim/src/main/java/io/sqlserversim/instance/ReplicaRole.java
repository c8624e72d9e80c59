package io.sqlserversim.instance;

/** What part a copy of a database plays in its availability group, and whom it lets read. */
public enum ReplicaRole {
    /** In no group. */
    NONE,
    /** The writable copy, open to all. */
    PRIMARY,
    /** The writable copy, closed to those that ask for a read-only one: Msg 979. */
    PRIMARY_READ_WRITE_ONLY,
    /** A copy that anybody may read. */
    SECONDARY_READABLE,
    /** A copy that may be read by those that ask for a read-only one; the others get Msg 978. */
    SECONDARY_READ_INTENT_ONLY,
    /** A copy that nobody may read: Msg 976. */
    SECONDARY_NOT_READABLE,
    /** Neither, while the group decides: Msg 983. */
    RESOLVING;

    /**
     * Whether it is a writable copy.
     *
     * @return true outside of a group too
     */
    public boolean isWritable() {
        return this == NONE || isPrimary();
    }

    /**
     * Whether it is the group's writable copy.
     *
     * @return false outside of a group
     */
    public boolean isPrimary() {
        return this == PRIMARY || this == PRIMARY_READ_WRITE_ONLY;
    }
}
