package io.tidegate.store.postgres;

/**
 * Who logs in to PostgreSQL. Immutable. Its {@code toString} does not show the password.
 *
 * @param user a role that may log in
 * @param password its password; empty where the server asks for none
 */
public record Login(String user, String password) {
    /** Checks that there is a user. */
    public Login {
        if (user.isEmpty()) {
            throw new IllegalArgumentException("user must not be empty");
        }
    }

    @Override
    public String toString() {
        return "Login[" + user + "]";
    }
}
