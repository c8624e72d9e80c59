package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.OrderItem;
import io.sqlserversim.sql.Query.Body;
import io.sqlserversim.sql.Query.Cte;
import io.sqlserversim.sql.Query.SetOperator;
import io.sqlserversim.sql.Query.Top;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads query expressions. Confined to one thread. */
final class QueryParser {
    private final TokenStream in;
    private final ExpressionParser expressions;
    private final SourceParser sources;
    private final SelectListParser selectLists;

    QueryParser(TokenStream in) {
        this.in = in;
        this.expressions = new ExpressionParser(in, this);
        this.sources = new SourceParser(in, expressions, this);
        this.selectLists = new SelectListParser(in, expressions);
    }

    ExpressionParser expressions() {
        return expressions;
    }

    /** Whether a query begins so many tokens ahead, possibly behind more parentheses. */
    boolean startsQuery(int ahead) {
        int i = ahead;
        while (in.peek(i).is("(")) {
            i++;
        }
        return in.peek(i).is("SELECT") || (i == ahead && in.peek(i).is("VALUES"));
    }

    Query inParentheses() {
        in.expect("(");
        Query query = query();
        in.expect(")");
        return query;
    }

    List<Cte> ctes() {
        List<Cte> ctes = new ArrayList<>();
        do {
            int line = in.peek().line();
            String name = in.name();
            if (ctes.stream().anyMatch(cte -> cte.name().equals(name))) {
                throw new SyntaxError(
                        239, line, "Duplicate common table expression name '" + name + "' was specified.");
            }
            List<String> columns = in.at("(") ? in.nameList() : List.of();
            in.expect("AS");
            ctes.add(new Cte(name, columns, inParentheses(), QueryHints.DEFAULT_RECURSION));
        } while (in.accept(","));
        return List.copyOf(ctes);
    }

    Query query() {
        in.enter();
        Body body = union();
        List<OrderItem> order = in.at("ORDER") ? orderBy() : List.of();
        Expr offset = null;
        Expr fetch = null;
        if (!order.isEmpty() && in.accept("OFFSET")) {
            offset = expressions.expression();
            rowWord();
            if (in.accept("FETCH")) {
                if (!in.accept("NEXT")) {
                    in.expect("FIRST");
                }
                fetch = expressions.expression();
                rowWord();
                in.expect("ONLY");
            }
        }
        Query.ForXml forXml = in.at("FOR", "XML") ? forXml() : null;
        in.leave();
        return new Query(body, order, offset, fetch, forXml);
    }

    /** FOR XML PATH; other modes are refused. */
    private Query.ForXml forXml() {
        in.next();
        in.next();
        in.expect("PATH");
        String element = in.at("(") ? quotedInParentheses() : "row";
        String root = "";
        boolean typed = false;
        while (in.accept(",")) {
            if (in.accept("TYPE")) {
                typed = true;
            } else {
                in.expect("ROOT");
                root = in.at("(") ? quotedInParentheses() : "root";
            }
        }
        return new Query.ForXml(element, root, typed);
    }

    private String quotedInParentheses() {
        in.expect("(");
        String text = in.string();
        in.expect(")");
        return text;
    }

    private void rowWord() {
        if (!in.accept("ROWS")) {
            in.expect("ROW");
        }
    }

    List<OrderItem> orderBy() {
        in.expect("ORDER");
        in.expect("BY");
        List<OrderItem> items = new ArrayList<>();
        do {
            Expr value = expressions.expression();
            boolean descending = in.accept("DESC");
            if (!descending) {
                in.accept("ASC");
            }
            items.add(new OrderItem(value, descending));
        } while (in.accept(","));
        return List.copyOf(items);
    }

    private Body union() {
        Body left = intersection();
        while (in.at("UNION") || in.at("EXCEPT")) {
            SetOperator operator = SetOperator.EXCEPT;
            if (!in.accept("EXCEPT")) {
                in.next();
                operator = in.accept("ALL") ? SetOperator.UNION_ALL : SetOperator.UNION;
            }
            left = new Query.SetOperation(operator, left, intersection());
        }
        return left;
    }

    private Body intersection() {
        Body left = term();
        while (in.accept("INTERSECT")) {
            left = new Query.SetOperation(SetOperator.INTERSECT, left, term());
        }
        return left;
    }

    private Body term() {
        if (in.at("(")) {
            return new Query.Nested(inParentheses());
        }
        if (in.accept("VALUES")) {
            return new Query.Values(rows());
        }
        return select();
    }

    List<List<Expr>> rows() {
        List<List<Expr>> rows = new ArrayList<>();
        do {
            in.expect("(");
            rows.add(expressions.expressions());
            in.expect(")");
        } while (in.accept(","));
        return List.copyOf(rows);
    }

    private Query.Select select() {
        in.expect("SELECT");
        boolean distinct = in.accept("DISTINCT");
        if (!distinct) {
            in.accept("ALL");
        }
        Top top = in.accept("TOP") ? top() : null;
        List<Query.Item> items = selectLists.items();
        List<String> into = in.accept("INTO") ? in.qualifiedName() : null;
        TableSource from = in.accept("FROM") ? sources.sources() : null;
        Condition where = in.accept("WHERE") ? expressions.condition() : null;
        GroupByParser groups = new GroupByParser(in, expressions);
        if (in.accept("GROUP")) {
            in.expect("BY");
            groups.parse();
        }
        Condition having = in.accept("HAVING") ? expressions.condition() : null;
        return new Query.Select(distinct, top, items, into, from, where, groups.keys(), groups.sets(), having);
    }

    private Top top() {
        Expr count;
        if (in.at("(") && startsQuery(1)) {
            count = new Expr.Subquery(inParentheses());
        } else if (in.accept("(")) {
            count = expressions.expression();
            in.expect(")");
        } else {
            count = Literals.of(in.next());
        }
        boolean percent = in.accept("PERCENT");
        boolean ties = false;
        if (in.at("WITH", "TIES")) {
            in.next();
            in.next();
            ties = true;
        }
        return new Top(count, percent, ties);
    }

    /** OPTION (...) at the end of a statement: known hints are read over, others refused. Gives MAXRECURSION. */
    int options() {
        int mostRecursion = QueryHints.DEFAULT_RECURSION;
        if (!in.accept("OPTION")) {
            return mostRecursion;
        }
        in.expect("(");
        do {
            mostRecursion = QueryHints.skip(in, mostRecursion);
        } while (in.accept(","));
        in.expect(")");
        return mostRecursion;
    }

    static List<Cte> recursing(List<Cte> ctes, int most) {
        return ctes.stream()
                .map(cte -> new Cte(cte.name(), cte.columns(), cte.query(), most))
                .toList();
    }

    TableSource sources() {
        return sources.sources();
    }

    /** After what is assigned to: {@code = value}, or a compound operator and a value. */
    Expr compound(Expr assigned) {
        return selectLists.compound(assigned);
    }

    @Nullable
    Condition optionalWhere() {
        return in.accept("WHERE") ? expressions.condition() : null;
    }
}
