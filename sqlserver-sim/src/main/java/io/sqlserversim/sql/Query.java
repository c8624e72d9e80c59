package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.OrderItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query expression with its order. Immutable.
 *
 * @param body what it gives
 * @param orderBy empty for no order
 * @param offset rows to skip, or null
 * @param fetch rows to take after them, or null
 * @param forXml FOR XML, or null
 */
public record Query(
        Body body,
        List<OrderItem> orderBy,
        @Nullable Expr offset,
        @Nullable Expr fetch,
        @Nullable ForXml forXml) {
    /**
     * FOR XML PATH.
     *
     * @param element the name around each row; empty for none
     * @param root the name around all of it; empty for none
     * @param typed TYPE: the result is xml, else text
     */
    public record ForXml(String element, String root, boolean typed) {}

    /** What gives rows. */
    public sealed interface Body {}

    /**
     * SELECT.
     *
     * @param distinct DISTINCT
     * @param top null for none
     * @param items at least one
     * @param into the new table's name, or null
     * @param from null for none
     * @param where null for none
     * @param groupBy empty for none
     * @param groupingSets positions in {@code groupBy} for each set of ROLLUP and its like; null for one set of all
     * @param having null for none
     */
    public record Select(
            boolean distinct,
            @Nullable Top top,
            List<Item> items,
            @Nullable List<String> into,
            @Nullable TableSource from,
            @Nullable Condition where,
            List<Expr> groupBy,
            @Nullable List<List<Integer>> groupingSets,
            @Nullable Condition having)
            implements Body {}

    /** How two queries are put together. */
    public enum SetOperator {
        /** All rows of both. */
        UNION_ALL,
        /** Distinct rows of both. */
        UNION,
        /** Distinct rows of the first that are not in the second. */
        EXCEPT,
        /** Distinct rows that are in both. */
        INTERSECT
    }

    /**
     * UNION and its like.
     *
     * @param operator which
     * @param left first
     * @param right second
     */
    public record SetOperation(SetOperator operator, Body left, Body right) implements Body {}

    /**
     * VALUES as a table.
     *
     * @param rows at least one, of equal length
     */
    public record Values(List<List<Expr>> rows) implements Body {}

    /**
     * A query in parentheses, with an order of its own.
     *
     * @param query what is inside
     */
    public record Nested(Query query) implements Body {}

    /**
     * TOP.
     *
     * @param count how many
     * @param percent PERCENT
     * @param withTies WITH TIES
     */
    public record Top(Expr count, boolean percent, boolean withTies) {}

    /** An item of a select list. */
    public sealed interface Item {}

    /**
     * All columns.
     *
     * @param qualifier empty for those of all tables
     */
    public record Star(List<String> qualifier) implements Item {}

    /**
     * A value.
     *
     * @param value the expression
     * @param alias null when not given
     */
    public record Value(Expr value, @Nullable String alias) implements Item {}

    /**
     * {@code @variable = value}.
     *
     * @param variable with its sign
     * @param value the expression, a compound operator already applied
     */
    public record Assign(String variable, Expr value) implements Item {}

    /**
     * A common table expression.
     *
     * @param name its name
     * @param columns column names, empty when not given
     * @param query what it stands for
     * @param mostRecursion how deep a recursive one may go, 0 for without bound
     */
    public record Cte(String name, List<String> columns, Query query, int mostRecursion) {}
}
