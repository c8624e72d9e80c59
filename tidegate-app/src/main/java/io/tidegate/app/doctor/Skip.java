package io.tidegate.app.doctor;

/**
 * Something that would not be collected, or would not be collected now. Immutable.
 *
 * @param what a database, a kind of data, or {@code server}
 * @param why for a user
 * @param next what to do about it; empty where there is nothing to do
 */
public record Skip(String what, String why, String next) {
    /** What is said of a whole server. */
    static final String SERVER = "server";
}
