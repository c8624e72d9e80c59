package io.tidegate.core.schema;

/**
 * A column of a table or view. Immutable.
 *
 * @param name lower case, words joined by underscores
 * @param type logical type
 * @param isNullable whether NULL is allowed
 * @param meaning one line for docs, with the unit
 */
public record Column(String name, LogicalType type, boolean isNullable, String meaning) {
    static Column of(String name, LogicalType type, String meaning) {
        return new Column(name, type, false, meaning);
    }

    static Column nullable(String name, LogicalType type, String meaning) {
        return new Column(name, type, true, meaning);
    }
}
