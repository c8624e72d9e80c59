package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Query.Body;
import io.sqlserversim.sql.Query.SetOperator;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds query expressions. Confined to one thread. */
final class QueryBinder {
    private final StatementBinder statement;

    QueryBinder(StatementBinder statement) {
        this.statement = statement;
    }

    /** A whole statement's query. */
    BoundQuery bind(Query query) {
        return bind(query, null);
    }

    /** A query inside an expression. */
    BoundQuery bindSubquery(Query query, @Nullable Scope parent) {
        boolean limited = query.forXml() != null
                || query.offset() != null
                || (query.body() instanceof Query.Select s && s.top() != null);
        if (!query.orderBy().isEmpty() && !limited) {
            throw new SqlError(
                    1033,
                    15,
                    1,
                    "The ORDER BY clause is invalid in views, inline functions, derived tables,"
                            + " subqueries, and common table expressions, unless TOP, OFFSET or FOR XML is also specified.");
        }
        return bind(query, parent);
    }

    /** A query in FROM: each column needs a name of its own. */
    BoundQuery bindTable(Query query, @Nullable Scope parent, String alias, List<String> names) {
        BoundQuery bound = bindSubquery(query, parent);
        List<Column> columns = new ArrayList<>();
        if (!names.isEmpty() && names.size() != bound.columns().size()) {
            boolean more = bound.columns().size() > names.size();
            throw more
                    ? new SqlError(
                            8158, 16, 1, "'" + alias + "' has more columns than were specified in the column list.")
                    : new SqlError(
                            8159,
                            16,
                            1,
                            "'" + alias + "' has fewer columns than were specified in the column" + " list.");
        }
        for (int i = 0; i < bound.columns().size(); i++) {
            Column column = bound.columns().get(i);
            String name = names.isEmpty() ? column.name() : names.get(i);
            if (name.isEmpty()) {
                throw new SqlError(
                        8155, 16, 2, "No column name was specified for column " + (i + 1) + " of '" + alias + "'.");
            }
            for (Column before : columns) {
                if (statement.collation().same(before.name(), name)) {
                    throw new SqlError(
                            8156, 16, 1, "The column '" + name + "' was specified multiple times for '" + alias + "'.");
                }
            }
            columns.add(new Column(name, column.type(), column.nullable()));
        }
        return new BoundQuery(bound.rows(), List.copyOf(columns));
    }

    private BoundQuery bind(Query query, @Nullable Scope parent) {
        if (query.body() instanceof Query.Select select) {
            return new SelectBinder(statement, select, query, parent).bind();
        }
        BoundQuery body = body(query.body(), parent);
        Rows rows = body.rows();
        if (!query.orderBy().isEmpty()) {
            rows = new SortRows(rows, outputKeys(query, body.columns()), null);
        }
        BoundQuery bound = new BoundQuery(limit(rows, query, parent), body.columns());
        Query.ForXml forXml = query.forXml();
        return forXml == null ? bound : ForXmlRows.over(bound, forXml);
    }

    private Rows limit(Rows rows, Query query, @Nullable Scope parent) {
        if (query.offset() == null) {
            return rows;
        }
        ExprBinder exprs = new ExprBinder(statement, new Scope(parent, statement));
        return new LimitRows(rows, count(query.offset(), exprs), fetch(query.fetch(), exprs), null);
    }

    static @Nullable Ex count(@Nullable Expr written, ExprBinder exprs) {
        return written == null ? null : Coercion.to(exprs.bind(written), SqlType.BIGINT);
    }

    static @Nullable Ex fetch(@Nullable Expr written, ExprBinder exprs) {
        Ex count = count(written, exprs);
        if (count instanceof Ex.Constant constant && constant.value() instanceof Long rows && rows == 0) {
            throw new SqlError(
                    10744, 15, 1, "The number of rows provided for a FETCH clause must be greater then zero.");
        }
        return count;
    }

    /** ORDER BY over a set operation knows its columns only, by name or number. */
    private List<SortKey> outputKeys(Query query, List<Column> columns) {
        List<SortKey> keys = new ArrayList<>();
        for (Expr.OrderItem item : query.orderBy()) {
            int at = outputColumn(item.value(), columns, statement.collation());
            if (at < 0) {
                throw new SqlError(
                        104,
                        15,
                        1,
                        "ORDER BY items must appear in the select list if the statement contains a"
                                + " UNION, INTERSECT or EXCEPT operator.");
            }
            keys.add(new SortKey(at, columns.get(at).type(), item.descending()));
        }
        return keys;
    }

    /** The output column that an ORDER BY item names, or -1. */
    static int outputColumn(Expr item, List<Column> columns, TextCollation names) {
        if (item instanceof Expr.Literal literal && literal.value() instanceof Integer number) {
            if (number < 1 || number > columns.size()) {
                throw new SqlError(
                        108,
                        16,
                        1,
                        "The ORDER BY position number " + number
                                + " is out of range of the number of items in the select list.");
            }
            return number - 1;
        }
        if (item instanceof Expr.ColumnName name && name.parts().size() == 1) {
            for (int i = 0; i < columns.size(); i++) {
                if (names.same(columns.get(i).name(), name.parts().getFirst())) {
                    return i;
                }
            }
        }
        return -1;
    }

    BoundQuery body(Body body, @Nullable Scope parent) {
        return switch (body) {
            case Query.Select select -> bind(new Query(select, List.of(), null, null, null), parent);
            case Query.Nested nested -> bind(nested.query(), parent);
            case Query.Values values -> values(values, parent);
            case Query.SetOperation operation -> setOperation(operation, parent);
        };
    }

    private BoundQuery values(Query.Values values, @Nullable Scope parent) {
        ExprBinder exprs = new ExprBinder(statement, new Scope(parent, statement));
        List<List<Ex>> rows = new ArrayList<>();
        int width = values.rows().getFirst().size();
        for (List<Expr> row : values.rows()) {
            if (row.size() != width) {
                throw new SqlError(
                        10709,
                        16,
                        1,
                        "The number of columns for each row in a table value constructor must be" + " the same.");
            }
            rows.add(exprs.bindAll(row));
        }
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < width; c++) {
            List<Ex> column = new ArrayList<>();
            for (List<Ex> row : rows) {
                column.add(row.get(c));
            }
            SqlType type = Coercion.common(column);
            for (List<Ex> row : rows) {
                row.set(c, Coercion.to(row.get(c), type));
            }
            columns.add(new Column("", type, column.stream().anyMatch(Ex::nullable)));
        }
        return new BoundQuery(new ValuesRows(rows), columns);
    }

    private BoundQuery setOperation(Query.SetOperation operation, @Nullable Scope parent) {
        BoundQuery left = body(operation.left(), parent);
        BoundQuery right = body(operation.right(), parent);
        if (left.columns().size() != right.columns().size()) {
            throw new SqlError(
                    205,
                    16,
                    1,
                    "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an"
                            + " equal number of expressions in their target lists.");
        }
        List<Column> columns = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (int i = 0; i < left.columns().size(); i++) {
            Column a = left.columns().get(i);
            Column b = right.columns().get(i);
            SqlType type = Collations.ofColumns(a.type(), b.type(), statement.collation(), operation.operator());
            io.sqlserversim.types.ConversionRules.checkImplicit(a.type(), type);
            io.sqlserversim.types.ConversionRules.checkImplicit(b.type(), type);
            types.add(type);
            columns.add(new Column(a.name(), type, a.nullable() || b.nullable()));
        }
        SetOperator operator = operation.operator();
        Rows rows = new SetRows(operator, mapped(left, types), mapped(right, types), types);
        return new BoundQuery(rows, columns);
    }

    private static Rows mapped(BoundQuery query, List<SqlType> types) {
        List<SqlType> from = query.columns().stream().map(Column::type).toList();
        return from.equals(types) ? query.rows() : new MappedRows(query.rows(), from, types);
    }
}
