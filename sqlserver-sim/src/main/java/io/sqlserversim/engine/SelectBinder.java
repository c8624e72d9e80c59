package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Query.SetOperator;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds one SELECT with the ORDER BY that belongs to it. Used once. */
final class SelectBinder {
    private final StatementBinder statement;
    private final Query.Select select;
    private final Query query;
    private final Scope scope;
    private final ExprBinder exprs;
    private final Windows windows;
    private final List<Ex> values = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private final List<SortKey> sortKeys = new ArrayList<>();

    SelectBinder(StatementBinder statement, Query.Select select, Query query, @Nullable Scope parent) {
        this.statement = statement;
        this.select = select;
        this.query = query;
        this.scope = new Scope(parent, statement);
        this.exprs = new ExprBinder(statement, scope);
        this.windows = new Windows(statement);
    }

    BoundQuery bind() {
        FromNode from = select.from() == null ? null : new FromBinder(statement, scope).bind(select.from());
        Op op = where(from);
        Grouping grouping = group();
        exprs.allowWindows(windows);
        bindItems();
        bindOrder(grouping);
        Pred having = having(grouping);
        if (grouping != null) {
            op = new AggregateOp(op, grouping.keys(), grouping.sets(), grouping.aggregates(), grouping.slot());
        }
        if (having != null) {
            op = new Op.Filter(op, having);
        }
        boolean windowed = !windows.isEmpty();
        if (windowed) {
            op = windows.over(op);
        }
        boolean ordered = grouping == null && !windowed && !select.distinct() && scanOrderSuffices(op, from);
        Rows rows = new ProjectRows(op, values.toArray(new Ex[0]));
        BoundQuery bound = new BoundQuery(finish(rows, ordered), List.copyOf(columns));
        Query.ForXml forXml = query.forXml();
        return forXml == null ? bound : ForXmlRows.over(bound, forXml);
    }

    private Op where(@Nullable FromNode from) {
        List<Pred> conditions = new ArrayList<>();
        if (select.where() != null) {
            FromNode.conjuncts(exprs.condition(select.where()), conditions);
        }
        if (from == null) {
            Op one = new Op.OneRow();
            return conditions.isEmpty() ? one : new Op.Filter(one, new Pred.And(conditions));
        }
        return from.filtered(conditions, statement);
    }

    private @Nullable Grouping group() {
        boolean grouped = !select.groupBy().isEmpty() || select.having() != null || AggregateFinder.any(select, query);
        if (!grouped) {
            return null;
        }
        int slot = statement.newSlot();
        Grouping grouping = new Grouping(slot, statement.needed().get(slot), select.groupingSets());
        for (Expr key : select.groupBy()) {
            if (key instanceof Expr.Literal || key instanceof Expr.Variable) {
                throw new SqlError(
                        164,
                        15,
                        1,
                        "Each GROUP BY expression must contain at least one column that is not an"
                                + " outer reference.");
            }
            grouping.key(key, exprs.bind(key));
        }
        scope.group(grouping);
        grouping.activate(true);
        return grouping;
    }

    private @Nullable Pred having(@Nullable Grouping grouping) {
        if (select.having() == null || grouping == null) {
            return null;
        }
        grouping.inClause("HAVING clause");
        return exprs.condition(select.having());
    }

    private void bindItems() {
        for (Query.Item item : select.items()) {
            switch (item) {
                case Query.Star star -> bindStar(star);
                case Query.Value value -> {
                    Ex bound = exprs.bind(value.value());
                    add(bound, name(value));
                }
                case Query.Assign assign ->
                    throw new SqlError(
                            141,
                            15,
                            1,
                            "A SELECT statement that assigns a value to a"
                                    + " variable must not be combined with data-retrieval operations.");
            }
        }
    }

    private void add(Ex value, String name) {
        values.add(value);
        columns.add(new Column(name, value.type(), value.nullable()));
    }

    private static String name(Query.Value value) {
        String alias = value.alias();
        if (alias != null) {
            return alias;
        }
        return value.value() instanceof Expr.ColumnName column ? column.parts().getLast() : "";
    }

    private void bindStar(Query.Star star) {
        boolean found = false;
        for (Scope.Table table : scope.tables()) {
            if (star.qualifier().isEmpty() || table.answersTo(star.qualifier(), scope.names())) {
                found = true;
                for (int i = 0; i < table.columns().size(); i++) {
                    add(scope.column(table, i), table.columns().get(i).name());
                }
            }
        }
        if (!found) {
            throw star.qualifier().isEmpty()
                    ? new SqlError(263, 16, 1, "Must specify table to select from.")
                    : new SqlError(
                            107,
                            15,
                            1,
                            "The column prefix '" + String.join(".", star.qualifier())
                                    + "' does not match with a table name or alias name used in the query.");
        }
    }

    private void bindOrder(@Nullable Grouping grouping) {
        if (grouping != null) {
            grouping.inClause("ORDER BY clause");
        }
        for (Expr.OrderItem item : query.orderBy()) {
            int at = QueryBinder.outputColumn(item.value(), columns, scope.names());
            if (at < 0) {
                Ex value = exprs.bind(item.value());
                at = indexOfSame(value);
                if (at < 0 && select.distinct()) {
                    throw new SqlError(
                            145,
                            15,
                            1,
                            "ORDER BY items must appear in the select list if SELECT DISTINCT is" + " specified.");
                }
                if (at < 0) {
                    at = values.size();
                    values.add(value);
                }
            }
            sortKeys.add(new SortKey(at, values.get(at).type(), item.descending()));
        }
        if (grouping != null) {
            grouping.inClause("select list");
        }
    }

    private int indexOfSame(Ex value) {
        for (int i = 0; i < values.size(); i++) {
            if (value instanceof Ex.ColumnRef column && column.isSameAs(values.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the rows come in the wanted order already: the scan's own order, less what filters fix to one value. */
    private boolean scanOrderSuffices(Op op, @Nullable FromNode from) {
        List<Ex.ColumnRef> order = op.order();
        List<Ex.ColumnRef> fixed = from == null ? List.of() : fixed(from);
        int at = 0;
        for (SortKey key : sortKeys) {
            if (!(values.get(key.column()) instanceof Ex.ColumnRef column)) {
                return false;
            }
            if (isAmong(column, fixed)) {
                continue;
            }
            while (at < order.size() && isAmong(order.get(at), fixed)) {
                at++;
            }
            if (key.descending() || at >= order.size() || !order.get(at).isSameAs(column)) {
                return false;
            }
            at++;
        }
        return true;
    }

    private static boolean isAmong(Ex.ColumnRef column, List<Ex.ColumnRef> columns) {
        return columns.stream().anyMatch(column::isSameAs);
    }

    private static List<Ex.ColumnRef> fixed(FromNode node) {
        List<Ex.ColumnRef> fixed = new ArrayList<>();
        collectFixed(node, fixed);
        return fixed;
    }

    private static void collectFixed(FromNode node, List<Ex.ColumnRef> into) {
        if (node instanceof FromNode.Scan scan) {
            into.addAll(scan.op().fixed());
        } else if (node instanceof FromNode.Join join) {
            collectFixed(join.left(), into);
        }
    }

    private Rows finish(Rows projected, boolean ordered) {
        Rows rows = projected;
        if (select.distinct()) {
            List<SqlType> types = columns.stream().map(Column::type).toList();
            rows = new SetRows(SetOperator.UNION, rows, null, types);
        }
        Query.Top top = select.top();
        if (top != null && query.offset() != null) {
            throw new SqlError(10741, 15, 2, "A TOP can not be used in the same query or sub-query as a OFFSET.");
        }
        boolean percent = top != null && top.percent();
        Ex share = top != null && percent ? Coercion.to(outside().bind(top.count()), SqlType.FLOAT) : null;
        Ex take = top == null || percent ? null : top(top);
        boolean ties = top != null && top.withTies();
        if (ties && sortKeys.isEmpty()) {
            throw new SqlError(
                    1062,
                    15,
                    1,
                    "The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY" + " clause.");
        }
        if (!sortKeys.isEmpty() && !ordered) {
            rows = new SortRows(rows, sortKeys, ties ? null : take);
        }
        if (share != null) {
            return new PercentRows(rows, share, ties ? SortKey.comparator(sortKeys) : null);
        }
        if (take != null) {
            return new LimitRows(rows, null, take, ties ? SortKey.comparator(sortKeys) : null);
        }
        if (query.offset() != null) {
            ExprBinder outside = outside();
            return new LimitRows(
                    rows, QueryBinder.count(query.offset(), outside), QueryBinder.fetch(query.fetch(), outside), null);
        }
        return rows;
    }

    private ExprBinder outside() {
        return new ExprBinder(statement, new Scope(scope.parent(), statement));
    }

    private Ex top(Query.Top top) {
        Ex count = outside().bind(top.count());
        if (!io.sqlserversim.types.SqlTypes.isInteger(count.type())) {
            throw new SqlError(
                    1060,
                    15,
                    1,
                    "The number of rows provided for a TOP or FETCH clauses row count parameter"
                            + " must be an integer.");
        }
        return Coercion.to(count, SqlType.BIGINT);
    }
}
