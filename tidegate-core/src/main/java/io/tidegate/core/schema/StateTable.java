package io.tidegate.core.schema;

import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of what Query Store has beside rows, texts and plans: its own state, kept by changes. Each row is valid from
 * an instant of the source's clock until the next one of its key. Of a row's columns some are its key, some are tracked (a
 * change makes a new row), the others are only kept as last read (a change is written in place).
 */
public enum StateTable {
    /** {@code sys.database_query_store_options}: one row. */
    OPTIONS,
    /** {@code sys.query_store_query}. */
    QUERY,
    /** {@code sys.query_context_settings}. */
    CONTEXT_SETTINGS,
    /** {@code sys.query_store_plan} without the plan's XML. */
    PLAN,
    /** {@code sys.query_store_query_hints}. */
    QUERY_HINT,
    /** {@code sys.query_store_query_variant}. */
    QUERY_VARIANT,
    /** {@code sys.query_store_plan_feedback}. */
    PLAN_FEEDBACK,
    /** {@code sys.query_store_replicas}. */
    REPLICA,
    /** {@code sys.query_store_plan_forcing_locations}. */
    FORCING_LOCATION,
    /** {@code sys.dm_db_tuning_recommendations}. */
    TUNING_RECOMMENDATION;

    private StateDefinition definition() {
        return switch (this) {
            case OPTIONS -> OptionsTables.OPTIONS;
            case QUERY -> QueryTables.QUERY;
            case CONTEXT_SETTINGS -> QueryTables.CONTEXT_SETTINGS;
            case PLAN -> PlanTables.PLAN;
            case QUERY_HINT -> QueryTables.QUERY_HINT;
            case QUERY_VARIANT -> QueryTables.QUERY_VARIANT;
            case PLAN_FEEDBACK -> PlanTables.PLAN_FEEDBACK;
            case REPLICA -> OptionsTables.REPLICA;
            case FORCING_LOCATION -> PlanTables.FORCING_LOCATION;
            case TUNING_RECOMMENDATION -> OptionsTables.TUNING_RECOMMENDATION;
        };
    }

    /**
     * The table of the logical schema: series, {@code valid_from}, {@code valid_to}, then {@link #columns}.
     *
     * @return the same each time
     */
    public Table table() {
        return definition().table();
    }

    /**
     * Columns of a row, behind the series and the two instants.
     *
     * @return key, tracked, latest
     */
    public List<Column> columns() {
        return definition().columns();
    }

    /**
     * Names of the columns that name a row within its series.
     *
     * @return in order; none where there is one row only
     */
    public List<String> key() {
        return definition().key();
    }

    /**
     * Names of the columns whose change makes a new row.
     *
     * @return in order
     */
    public List<String> tracked() {
        return definition().tracked();
    }

    /**
     * Where a column stands in {@link #columns}.
     *
     * @param column its name
     * @return from 0
     * @throws IllegalArgumentException when the table has none of that name
     */
    public int place(String column) {
        Integer place = definition().places().get(column);
        if (place == null) {
            throw new IllegalArgumentException(this + " has no column " + column);
        }
        return place;
    }

    /**
     * Whether the table is read in parts, by one number: {@link #key} is then that number. The others are read whole.
     *
     * @return true for queries and plans
     */
    public boolean isReadInParts() {
        return this == QUERY || this == PLAN;
    }

    /**
     * Every table as the logical schema has it.
     *
     * @return in the order of this enumeration
     */
    static List<Table> tables() {
        return Stream.of(values()).map(StateTable::table).toList();
    }
}
