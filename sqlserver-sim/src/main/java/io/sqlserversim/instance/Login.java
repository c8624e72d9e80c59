package io.sqlserversim.instance;

/** A SQL login of an instance. Thread-safe: its grants may change while sessions run. */
public final class Login {
    private final int principalId;
    private final String name;
    private final String password;
    private final String defaultDatabase;
    private volatile Grants grants;
    private volatile LoginStanding standing = LoginStanding.ENABLED;
    private volatile String group = "";

    /**
     * A login.
     *
     * @param principalId its id, 257 and up for logins that are not built in
     * @param name its name
     * @param password its password
     * @param defaultDatabase where a session starts that names no database
     * @param grants what it may do
     */
    public Login(int principalId, String name, String password, String defaultDatabase, Grants grants) {
        this.principalId = principalId;
        this.name = name;
        this.password = password;
        this.defaultDatabase = defaultDatabase;
        this.grants = grants;
    }

    /**
     * Its id.
     *
     * @return the principal id
     */
    public int principalId() {
        return principalId;
    }

    /**
     * Its name.
     *
     * @return in its own spelling
     */
    public String name() {
        return name;
    }

    /**
     * Whether a password is right; passwords are compared with case.
     *
     * @param offered what the client sent
     * @return true when it is
     */
    public boolean accepts(String offered) {
        return password.equals(offered);
    }

    /**
     * The database in which a session starts that names none.
     *
     * @return its name
     */
    public String defaultDatabase() {
        return defaultDatabase;
    }

    /**
     * What it may do now.
     *
     * @return the grants
     */
    public Grants grants() {
        return grants;
    }

    /**
     * Changes what it may do; running sessions notice at their next statement.
     *
     * @param changed the new grants
     */
    public void grants(Grants changed) {
        grants = changed;
    }

    /**
     * Whether it is let in.
     *
     * @return {@link LoginStanding#ENABLED} at first
     */
    public LoginStanding standing() {
        return standing;
    }

    /**
     * Disables it, locks it, or lets it in again; running sessions stay.
     *
     * @param changed its standing from now on
     */
    public void standing(LoginStanding changed) {
        standing = changed;
    }

    /**
     * The contained availability group to which it belongs; who logs in with it has come through the group's listener.
     *
     * @return the group's name; empty for a login of the instance itself
     */
    public String group() {
        return group;
    }

    /**
     * Makes it a login of a contained availability group.
     *
     * @param name the group's name; empty for the instance itself
     */
    public void group(String name) {
        group = name;
    }
}
