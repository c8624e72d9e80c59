package io.sqlserversim.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands in FROM. Immutable. */
public sealed interface TableSource {
    /** How two sources are put together. */
    enum JoinKind {
        /** Pairs that match. */
        INNER,
        /** And the left ones without a match. */
        LEFT,
        /** And the right ones without a match. */
        RIGHT,
        /** And both. */
        FULL,
        /** All pairs. */
        CROSS,
        /** For each left row the right rows, which may refer to it. */
        CROSS_APPLY,
        /** And the left ones without any. */
        OUTER_APPLY
    }

    /**
     * A table, view, temporary table or common table expression.
     *
     * @param name as written, database first
     * @param alias null when none
     */
    record Named(List<String> name, @Nullable String alias) implements TableSource {}

    /**
     * A table variable.
     *
     * @param name with its sign
     * @param alias null when none
     */
    record TableVariable(String name, @Nullable String alias) implements TableSource {}

    /**
     * A table-valued function.
     *
     * @param name as written
     * @param arguments in order
     * @param alias null when none
     */
    record Function(
            List<String> name,
            List<Expr> arguments,
            @Nullable String alias) implements TableSource {}

    /**
     * A derived table.
     *
     * @param query what it gives
     * @param alias its name
     * @param columns column names, empty when not given
     */
    record Derived(Query query, String alias, List<String> columns) implements TableSource {}

    /**
     * A join.
     *
     * @param kind which
     * @param left first
     * @param right second
     * @param on null for CROSS and APPLY
     */
    record Join(
            JoinKind kind,
            TableSource left,
            TableSource right,
            @Nullable Condition on) implements TableSource {}
}
