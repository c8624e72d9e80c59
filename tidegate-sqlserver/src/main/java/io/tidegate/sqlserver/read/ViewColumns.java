package io.tidegate.sqlserver.read;

import io.tidegate.core.schema.StateTable;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.session.Channel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which of the views over state a server has, and their columns, by asking for them and not by its version. Immutable.
 *
 * @param byView names of columns by the view's name, without schema; a view that is not there is not in it
 */
public record ViewColumns(Map<String, Set<String>> byView) {
    /** Copies. */
    public ViewColumns {
        byView = Map.copyOf(byView);
    }

    /**
     * Asks a server. Blocks for a light batch.
     *
     * @param channel any session there
     * @return what it has
     */
    public static ViewColumns probe(Channel channel) {
        Map<String, Set<String>> byView = new HashMap<>();
        channel.query(
                Statements.VIEW_COLUMNS.text().bind().build(),
                row -> byView.computeIfAbsent(row.getString("view_name"), name -> new HashSet<>())
                        .add(row.getString("column_name")));
        return new ViewColumns(byView);
    }

    /**
     * Whether the view of a table is there.
     *
     * @param table which table
     * @return false where the version has none
     */
    public boolean has(StateTable table) {
        return byView.containsKey(StateSource.of(table).view());
    }

    /** Columns of a table's view; none where it is not there. */
    Set<String> of(StateTable table) {
        return byView.getOrDefault(StateSource.of(table).view(), Set.of());
    }
}
