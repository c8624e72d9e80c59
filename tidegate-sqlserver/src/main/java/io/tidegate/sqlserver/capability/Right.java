package io.tidegate.sqlserver.capability;

/**
 * A right, whether the login has it, and how to give it. Immutable.
 *
 * @param permission its name
 * @param where server, or a database's name
 * @param held whether the login has it
 * @param use what it is for
 * @param grant the statement to run; empty when held
 */
public record Right(String permission, String where, boolean held, String use, String grant) {}
