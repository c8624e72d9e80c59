package io.tidegate.core.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table of state is made of. Immutable.
 *
 * @param table as the logical schema has it
 * @param columns of a row: key, tracked, latest
 * @param key names of the columns that name a row within its series; none where there is one row only
 * @param tracked names of the columns whose change makes a new row
 * @param places of the columns by name, from 0
 */
record StateDefinition(
        Table table, List<Column> columns, List<String> key, List<String> tracked, Map<String, Integer> places) {
    static StateDefinition of(
            String name, String meaning, List<Column> key, List<Column> tracked, List<Column> latest) {
        List<Column> columns = Columns.join(Columns.join(key, tracked), latest);
        List<Column> all = new ArrayList<>(Columns.series());
        all.add(Column.of("valid_from", LogicalType.TIMESTAMP, "first read like this, by the source's clock"));
        all.add(Column.nullable(
                "valid_to", LogicalType.TIMESTAMP, "first read otherwise, or not at all; NULL while it stands"));
        all.addAll(columns);
        List<String> primary = new ArrayList<>(List.of("home", "lineage", "epoch"));
        primary.addAll(names(key));
        primary.add("valid_from");
        Map<String, Integer> places = new HashMap<>();
        columns.forEach(column -> places.put(column.name(), places.size()));
        return new StateDefinition(
                new Table(name, meaning, all, primary), columns, names(key), names(tracked), Map.copyOf(places));
    }

    private static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }
}
