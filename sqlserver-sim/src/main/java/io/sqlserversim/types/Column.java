package io.sqlserversim.types;

/**
 * A named and typed column of a table or of a result. Immutable.
 *
 * @param name as shown to clients; empty for an unnamed expression
 * @param type its type
 * @param nullable whether its metadata says that NULL may appear
 */
public record Column(String name, SqlType type, boolean nullable) {}
