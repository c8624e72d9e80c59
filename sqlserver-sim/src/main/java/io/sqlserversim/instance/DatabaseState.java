package io.sqlserversim.instance;

/** What state a database is in, as {@code sys.databases.state} numbers it. */
public enum DatabaseState {
    /** Available. */
    ONLINE(0),
    /** In the middle of a restore. */
    RESTORING(1),
    /** Recovery runs. */
    RECOVERING(2),
    /** Recovery could not start. */
    RECOVERY_PENDING(3),
    /** Damaged. */
    SUSPECT(4),
    /** Opened for repair. */
    EMERGENCY(5),
    /** Taken off line by an operator. */
    OFFLINE(6),
    /** Being copied; Azure SQL Database only. */
    COPYING(7),
    /** A secondary that is off line; Azure SQL Database only. */
    OFFLINE_SECONDARY(10);

    private final int id;

    DatabaseState(int id) {
        this.id = id;
    }

    /**
     * Its number.
     *
     * @return as {@code sys.databases.state}
     */
    public int id() {
        return id;
    }
}
