package io.tidegate.sqlserver.read;

import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.StateTable;
import io.tidegate.sqlserver.catalog.Statements;
import java.util.List;
import java.util.Set;

/**
 * Where a table of state comes from. Immutable.
 *
 * @param statement reads it
 * @param view its view, without schema
 */
record StateSource(Statements statement, String view) {
    private static final Set<String> NAMES = Set.of("schema_name", "object_name");

    static StateSource of(StateTable table) {
        Statements statement = switch (table) {
            case OPTIONS -> Statements.STATE_OPTIONS;
            case QUERY -> Statements.STATE_QUERIES;
            case CONTEXT_SETTINGS -> Statements.STATE_CONTEXT_SETTINGS;
            case PLAN -> Statements.STATE_PLANS;
            case QUERY_HINT -> Statements.STATE_QUERY_HINTS;
            case QUERY_VARIANT -> Statements.STATE_QUERY_VARIANTS;
            case PLAN_FEEDBACK -> Statements.STATE_PLAN_FEEDBACK;
            case REPLICA -> Statements.STATE_REPLICAS;
            case FORCING_LOCATION -> Statements.STATE_FORCING_LOCATIONS;
            case TUNING_RECOMMENDATION -> Statements.STATE_TUNING_RECOMMENDATIONS;
        };
        return new StateSource(statement, statement.text().header().reads().getFirst());
    }

    /** Columns of the result that become the table's columns; a module's name comes from elsewhere. */
    static List<String> columns(StateTable table) {
        return table.columns().stream()
                .map(Column::name)
                .filter(name -> !NAMES.contains(name))
                .map(StateSource::column)
                .toList();
    }

    /** The source's name of a table's column. */
    static String column(String name) {
        if (name.endsWith("_ticks")) {
            return name.replace("_ticks", "_start_time");
        }
        return name.equals("forced_at") ? "timestamp" : name;
    }
}
