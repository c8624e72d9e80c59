package io.sqlserversim.sql;

import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression that has a value. Immutable. */
public sealed interface Expr extends Node {
    /** Arithmetic, bitwise and string operators. */
    enum Operator {
        /** Plus, or concatenation. */
        ADD("+", "add"),
        /** Minus. */
        SUBTRACT("-", "subtract"),
        /** Times. */
        MULTIPLY("*", "multiply"),
        /** Divided by. */
        DIVIDE("/", "divide"),
        /** Remainder. */
        MODULO("%", "modulo"),
        /** Bitwise and. */
        AND("&", "'&'"),
        /** Bitwise or. */
        OR("|", "'|'"),
        /** Bitwise exclusive or. */
        XOR("^", "'^'");

        private final String symbol;
        private final String title;

        Operator(String symbol, String title) {
            this.symbol = symbol;
            this.title = title;
        }

        /**
         * How it is written.
         *
         * @return e.g. {@code +}
         */
        public String symbol() {
            return symbol;
        }

        /**
         * How messages call it.
         *
         * @return e.g. {@code add}
         */
        public String title() {
            return title;
        }
    }

    /**
     * A constant.
     *
     * @param type its type; of NULL it is int
     * @param value null is NULL
     */
    record Literal(SqlType type, @Nullable Object value) implements Expr {}

    /**
     * A local variable.
     *
     * @param name with its sign
     */
    record Variable(String name) implements Expr {}

    /**
     * A system variable such as {@code @@SPID}.
     *
     * @param name with its signs
     */
    record SystemVariable(String name) implements Expr {}

    /**
     * A column.
     *
     * @param parts qualifier first
     */
    record ColumnName(List<String> parts) implements Expr {}

    /**
     * Unary minus.
     *
     * @param operand of what
     */
    record Negate(Expr operand) implements Expr {}

    /**
     * Bitwise complement.
     *
     * @param operand of what
     */
    record BitNot(Expr operand) implements Expr {}

    /**
     * An operator with two operands.
     *
     * @param operator which
     * @param left left operand
     * @param right right operand
     */
    record Binary(Operator operator, Expr left, Expr right) implements Expr {}

    /**
     * CASE, IIF.
     *
     * @param branches at least one
     * @param otherwise null for none
     */
    record Case(List<Branch> branches, @Nullable Expr otherwise) implements Expr {}

    /**
     * WHEN ... THEN ...
     *
     * @param when the condition
     * @param then the value
     */
    record Branch(Condition when, Expr then) {}

    /**
     * CAST, CONVERT, TRY_CAST, TRY_CONVERT.
     *
     * @param operand what to convert
     * @param type to what
     * @param style null when none is given
     * @param attempt whether a failure gives NULL
     */
    record Cast(Expr operand, TypeName type, @Nullable Expr style, boolean attempt) implements Expr {}

    /**
     * A function call.
     *
     * @param name as written, schema first
     * @param arguments in order; empty for {@code COUNT(*)}
     * @param star whether it is {@code f(*)}
     * @param distinct whether DISTINCT stands before the argument
     * @param over the window, or null
     * @param withinGroup ORDER BY of WITHIN GROUP; empty when none
     */
    record Call(
            List<String> name,
            List<Expr> arguments,
            boolean star,
            boolean distinct,
            @Nullable Window over,
            List<OrderItem> withinGroup)
            implements Expr {}

    /**
     * OVER (...).
     *
     * @param partitionBy empty for one partition
     * @param orderBy empty for no order
     * @param frame ROWS or RANGE; null when not given
     */
    record Window(
            List<Expr> partitionBy,
            List<OrderItem> orderBy,
            @Nullable WindowFrame frame) {}

    /** Where a frame of a window begins or ends. */
    enum FrameEdge {
        /** At the partition's first row. */
        FIRST,
        /** So many rows before. */
        PRECEDING,
        /** At the row itself; with RANGE at its peers. */
        CURRENT,
        /** So many rows behind. */
        FOLLOWING,
        /** At the partition's last row. */
        LAST
    }

    /**
     * ROWS or RANGE BETWEEN ... AND ...
     *
     * @param rows ROWS, else RANGE
     * @param from where it begins
     * @param before how many rows for {@code from}; 0 when it takes none
     * @param to where it ends
     * @param behind how many rows for {@code to}; 0 when it takes none
     */
    record WindowFrame(boolean rows, FrameEdge from, int before, FrameEdge to, int behind) {}

    /**
     * An item of ORDER BY.
     *
     * @param value by what
     * @param descending whether DESC
     */
    record OrderItem(Expr value, boolean descending) {}

    /**
     * COLLATE.
     *
     * @param operand of what
     * @param collation as written
     */
    record Collate(Expr operand, String collation) implements Expr {}

    /**
     * AT TIME ZONE.
     *
     * @param operand a date and time
     * @param zone the zone's name
     */
    record AtTimeZone(Expr operand, Expr zone) implements Expr {}

    /**
     * A query as a value.
     *
     * @param query gives one column
     */
    record Subquery(Query query) implements Expr {}

    /**
     * A type as written.
     *
     * @param name e.g. {@code nvarchar}
     * @param first length or precision, -1 for MAX; null when absent
     * @param second scale; null when absent
     */
    record TypeName(
            String name, @Nullable Integer first, @Nullable Integer second) {}
}
