package io.tidegate.core.schema;

import java.util.List;
import java.util.NoSuchElementException;

/**
 * A table of the logical schema. Immutable.
 *
 * @param name lower case
 * @param meaning one line for docs
 * @param columns in order
 * @param key names of the columns of the primary key, in order; empty where rows are only appended and the writer
 *     keeps them unique
 */
public record Table(String name, String meaning, List<Column> columns, List<String> key) {
    /** Copies the lists and checks that the key's columns exist and may not be NULL. */
    public Table {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        for (String part : key) {
            if (columns.stream().noneMatch(c -> c.name().equals(part) && !c.isNullable())) {
                throw new IllegalArgumentException(name + " has no column " + part + " that may be in its key");
            }
        }
    }

    /**
     * A column by name.
     *
     * @param column its name
     * @return the column
     * @throws NoSuchElementException when there is none
     */
    public Column column(String column) {
        return columns.stream()
                .filter(c -> c.name().equals(column))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(name + " has no column " + column));
    }
}
