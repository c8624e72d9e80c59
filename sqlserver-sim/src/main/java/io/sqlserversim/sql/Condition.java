package io.sqlserversim.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition: true, false or unknown. Immutable. */
public sealed interface Condition extends Node {
    /** Comparison operators. */
    enum Comparison {
        /** Equal. */
        EQUAL("="),
        /** Not equal. */
        NOT_EQUAL("<>"),
        /** Less. */
        LESS("<"),
        /** Less or equal. */
        LESS_OR_EQUAL("<="),
        /** Greater. */
        GREATER(">"),
        /** Greater or equal. */
        GREATER_OR_EQUAL(">=");

        private final String symbol;

        Comparison(String symbol) {
            this.symbol = symbol;
        }

        /**
         * How it is written.
         *
         * @return e.g. {@code <=}
         */
        public String symbol() {
            return symbol;
        }

        /**
         * The operator for swapped operands.
         *
         * @return e.g. greater for less
         */
        public Comparison swapped() {
            return switch (this) {
                case EQUAL -> EQUAL;
                case NOT_EQUAL -> NOT_EQUAL;
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            };
        }

        /**
         * Whether it holds.
         *
         * @param order negative, zero or positive as a comparator says
         * @return true when it holds
         */
        public boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }
    }

    /**
     * A comparison.
     *
     * @param operator which
     * @param left left operand
     * @param right right operand
     */
    record Compare(Comparison operator, Expr left, Expr right) implements Condition {}

    /**
     * A comparison with the rows of a query.
     *
     * @param operator which
     * @param left left operand
     * @param all ALL, else ANY or SOME
     * @param query gives one column
     */
    record Quantified(Comparison operator, Expr left, boolean all, Query query) implements Condition {}

    /**
     * LIKE.
     *
     * @param value what
     * @param pattern the pattern
     * @param escape null when none
     */
    record Like(Expr value, Expr pattern, @Nullable Expr escape) implements Condition {}

    /**
     * IN with a list.
     *
     * @param value what
     * @param list at least one
     */
    record In(Expr value, List<Expr> list) implements Condition {}

    /**
     * IN with a query.
     *
     * @param value what
     * @param query gives one column
     */
    record InQuery(Expr value, Query query) implements Condition {}

    /**
     * EXISTS.
     *
     * @param query any columns
     */
    record Exists(Query query) implements Condition {}

    /**
     * IS NULL.
     *
     * @param value what
     */
    record IsNull(Expr value) implements Condition {}

    /**
     * NOT.
     *
     * @param operand of what
     */
    record Not(Condition operand) implements Condition {}

    /**
     * AND.
     *
     * @param operands at least two
     */
    record And(List<Condition> operands) implements Condition {}

    /**
     * OR.
     *
     * @param operands at least two
     */
    record Or(List<Condition> operands) implements Condition {}
}
