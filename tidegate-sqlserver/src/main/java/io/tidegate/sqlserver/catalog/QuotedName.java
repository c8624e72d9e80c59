package io.tidegate.sqlserver.catalog;

/** Quotes what goes into a statement's text. Thread-safe, no state. */
public final class QuotedName {
    private static final int MAX_LENGTH = 128;

    private QuotedName() {}

    /**
     * A name as a delimited identifier. Source: "Database identifiers", SQL Server documentation: 1 to 128 characters.
     *
     * @param name any name
     * @return {@code [name]} with closing brackets doubled
     * @throws IllegalArgumentException if it cannot be a name
     */
    public static String of(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a name has 1 to " + MAX_LENGTH + " characters, this one " + name.length());
        }
        return "[" + name.replace("]", "]]") + "]";
    }

    /**
     * Text as a national string literal.
     *
     * @param text any text
     * @return {@code N'text'} with quotes doubled
     */
    public static String literal(String text) {
        return "N'" + text.replace("'", "''") + "'";
    }
}
