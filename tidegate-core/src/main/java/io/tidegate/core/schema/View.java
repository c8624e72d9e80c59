package io.tidegate.core.schema;

import java.util.List;

/**
 * A view for readers, in the shape of one of Query Store's own, with the columns that scripts already use. Immutable.
 *
 * @param name as SQL Server names it, without the schema {@code sys}
 * @param meaning one line for docs
 * @param columns in order; the first three are server_name, database_name and epoch
 */
public record View(String name, String meaning, List<Column> columns) {
    /** Copies the list. */
    public View {
        columns = List.copyOf(columns);
    }
}
