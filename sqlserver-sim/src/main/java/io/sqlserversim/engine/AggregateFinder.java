package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Query;
import java.util.List;

/** Finds aggregates that belong to a SELECT itself: not those of windows, nor of queries inside. */
final class AggregateFinder {
    private AggregateFinder() {}

    static boolean any(Query.Select select, Query query) {
        for (Query.Item item : select.items()) {
            boolean found = switch (item) {
                case Query.Value value -> in(value.value());
                case Query.Assign assign -> in(assign.value());
                case Query.Star star -> false;
            };
            if (found) {
                return true;
            }
        }
        return query.orderBy().stream().anyMatch(order -> in(order.value()));
    }

    private static boolean in(List<Expr> exprs) {
        return exprs.stream().anyMatch(AggregateFinder::in);
    }

    private static boolean in(Expr expr) {
        return switch (expr) {
            case Expr.Call call -> {
                Expr.Window over = call.over();
                boolean itself = over == null
                        && call.name().size() == 1
                        && Aggregates.isAggregate(call.name().getLast());
                boolean inWindow = over != null
                        && (in(over.partitionBy()) || over.orderBy().stream().anyMatch(o -> in(o.value())));
                yield itself || inWindow || in(call.arguments());
            }
            case Expr.Negate negate -> in(negate.operand());
            case Expr.BitNot not -> in(not.operand());
            case Expr.Binary binary -> in(binary.left()) || in(binary.right());
            case Expr.Cast cast -> in(cast.operand());
            case Expr.Collate collate -> in(collate.operand());
            case Expr.AtTimeZone zone -> in(zone.operand());
            case Expr.Case branches -> in(branches);
            case Expr.Literal literal -> false;
            case Expr.Variable variable -> false;
            case Expr.SystemVariable variable -> false;
            case Expr.ColumnName column -> false;
            case Expr.Subquery subquery -> false;
        };
    }

    private static boolean in(Expr.Case branches) {
        Expr otherwise = branches.otherwise();
        return (otherwise != null && in(otherwise))
                || branches.branches().stream().anyMatch(branch -> in(branch.then()) || in(branch.when()));
    }

    private static boolean in(io.sqlserversim.sql.Condition condition) {
        return switch (condition) {
            case io.sqlserversim.sql.Condition.Compare compare -> in(compare.left()) || in(compare.right());
            case io.sqlserversim.sql.Condition.And and ->
                and.operands().stream().anyMatch(AggregateFinder::in);
            case io.sqlserversim.sql.Condition.Or or -> or.operands().stream().anyMatch(AggregateFinder::in);
            case io.sqlserversim.sql.Condition.Not not -> in(not.operand());
            case io.sqlserversim.sql.Condition.IsNull isNull -> in(isNull.value());
            case io.sqlserversim.sql.Condition.In in -> in(in.value()) || in(in.list());
            case io.sqlserversim.sql.Condition.Like like -> in(like.value()) || in(like.pattern());
            case io.sqlserversim.sql.Condition.InQuery in -> in(in.value());
            case io.sqlserversim.sql.Condition.Quantified q -> in(q.left());
            case io.sqlserversim.sql.Condition.Exists exists -> false;
        };
    }
}
