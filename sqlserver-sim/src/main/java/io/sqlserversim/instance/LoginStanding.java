package io.sqlserversim.instance;

import io.sqlserversim.engine.SqlError;
import org.jspecify.annotations.Nullable;

/** Whether a login whose password is right is let in, and what it is told otherwise. */
public enum LoginStanding {
    /** It is let in. */
    ENABLED(0, ""),
    /** An operator has disabled it. */
    DISABLED(18470, ". Reason: The account is disabled."),
    /** Too many wrong passwords. */
    LOCKED(18486, " because the account is currently locked out. The system administrator can unlock it."),
    /** The password is too old. */
    EXPIRED(18487, ".  Reason: The password of the account has expired."),
    /** The password was given by somebody else. */
    MUST_CHANGE(18488, ".  Reason: The password of the account must be changed.");

    private final int number;
    private final String rest;

    LoginStanding(int number, String rest) {
        this.number = number;
        this.rest = rest;
    }

    /**
     * What the server answers to a login of this standing.
     *
     * @param login the login's name
     * @return null when it is let in
     */
    public @Nullable SqlError refusal(String login) {
        return number == 0 ? null : new SqlError(number, 14, 1, "Login failed for user '" + login + "'" + rest);
    }
}
