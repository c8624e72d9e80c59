package io.sqlserversim.instance;

/** Who may enter a database, as {@code sys.databases.user_access} numbers it. */
public enum UserAccess {
    /** Everybody with permission. */
    MULTI_USER(0),
    /** One session at a time. */
    SINGLE_USER(1),
    /** Members of certain roles only. */
    RESTRICTED_USER(2);

    private final int id;

    UserAccess(int id) {
        this.id = id;
    }

    /**
     * Its number.
     *
     * @return as {@code sys.databases.user_access}
     */
    public int id() {
        return id;
    }
}
