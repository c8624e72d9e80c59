package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.Branch;
import io.sqlserversim.sql.Expr.FrameEdge;
import io.sqlserversim.sql.Expr.OrderItem;
import io.sqlserversim.sql.Expr.TypeName;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads constants, names, calls, CASE, and what stands in parentheses. Confined to one thread. */
final class PrimaryParser {
    private final TokenStream in;
    private final ExpressionParser expressions;
    private final QueryParser queries;

    PrimaryParser(TokenStream in, ExpressionParser expressions, QueryParser queries) {
        this.in = in;
        this.expressions = expressions;
        this.queries = queries;
    }

    Node primary() {
        Token token = in.peek();
        return switch (token.kind()) {
            case STRING, NSTRING, INTEGER, DECIMAL, FLOAT, MONEY, BINARY -> Literals.of(in.next());
            case VARIABLE -> new Expr.Variable(in.next().text());
            case SYSTEM_VARIABLE -> new Expr.SystemVariable(in.next().text());
            case QUOTED_NAME -> nameOrCall();
            case SYMBOL -> parentheses();
            case WORD -> word();
            case END -> throw in.unexpected();
        };
    }

    private Node parentheses() {
        if (!in.at("(")) {
            throw in.unexpected();
        }
        if (queries.startsQuery(1)) {
            Expr subquery = new Expr.Subquery(queries.inParentheses());
            return in.at(".", "VALUE") ? xmlValue(subquery) : subquery;
        }
        in.expect("(");
        Node inside = expressions.either();
        in.expect(")");
        return inside;
    }

    /** {@code .value('.', 'type')} of a query's xml: its text, converted. Other paths are refused. */
    private Expr xmlValue(Expr xml) {
        in.next();
        in.next();
        in.expect("(");
        Token path = in.peek();
        if (!Set.of(".", "(.)[1]", "text()[1]", "./text()[1]", "(./text())[1]").contains(in.string())) {
            throw SyntaxError.near(path);
        }
        in.expect(",");
        TypeName type = TypeNameParser.parse(new TokenStream(new Lexer(in.string()).tokens()));
        in.expect(")");
        return new Expr.Cast(call(List.of("XML_TEXT"), List.of(xml)), type, null, false);
    }

    private Node word() {
        String word = in.peek().text().toUpperCase(Locale.ROOT);
        boolean call = in.peek(1).is("(");
        return switch (word) {
            case "NULL" -> {
                in.next();
                yield new Expr.Literal(SqlType.INT, null);
            }
            case "CASE" -> caseOf();
            case "CAST", "TRY_CAST" -> call ? cast(word.startsWith("TRY")) : nameOrCall();
            case "CONVERT", "TRY_CONVERT" -> call ? convert(word.startsWith("TRY")) : nameOrCall();
            case "IIF" -> call ? iif() : nameOrCall();
            case "TRIM" -> call ? trim() : nameOrCall();
            case "CURRENT_TIMESTAMP", "CURRENT_USER", "SESSION_USER", "SYSTEM_USER", "USER" -> {
                in.next();
                yield call(List.of(word), List.of());
            }
            case "COALESCE", "NULLIF", "LEFT", "RIGHT" -> {
                if (!call) {
                    throw in.unexpected();
                }
                in.next();
                yield arguments(List.of(word));
            }
            default -> nameOrCall();
        };
    }

    private Node nameOrCall() {
        List<String> name = in.qualifiedName();
        return in.at("(") ? arguments(name) : new Expr.ColumnName(name);
    }

    private static Expr.Call call(List<String> name, List<Expr> arguments) {
        return new Expr.Call(name, arguments, false, false, null, List.of());
    }

    private Expr arguments(List<String> name) {
        in.expect("(");
        boolean star = in.accept("*");
        boolean distinct = !star && in.accept("DISTINCT");
        if (!star && !distinct) {
            in.accept("ALL");
        }
        List<Expr> arguments = star || in.at(")") ? List.of() : expressions.expressions();
        in.expect(")");
        List<OrderItem> within = List.of();
        if (in.accept("WITHIN")) {
            in.expect("GROUP");
            in.expect("(");
            within = queries.orderBy();
            in.expect(")");
        }
        Expr.Window window = in.accept("OVER") ? window() : null;
        return new Expr.Call(name, arguments, star, distinct, window, within);
    }

    private Expr.Window window() {
        in.expect("(");
        List<Expr> partition = List.of();
        if (in.accept("PARTITION")) {
            in.expect("BY");
            partition = expressions.expressions();
        }
        List<OrderItem> order = in.at("ORDER") ? queries.orderBy() : List.of();
        Expr.WindowFrame frame = in.at("ROWS") || in.at("RANGE") ? frame() : null;
        in.expect(")");
        return new Expr.Window(partition, order, frame);
    }

    private Expr.WindowFrame frame() {
        boolean rows = in.next().is("ROWS");
        boolean between = in.accept("BETWEEN");
        Edge from = edge(rows);
        if (!between) {
            return new Expr.WindowFrame(rows, from.edge(), from.distance(), FrameEdge.CURRENT, 0);
        }
        in.expect("AND");
        int line = in.peek().line();
        Edge to = edge(rows);
        if (from.edge() == FrameEdge.LAST
                || to.edge() == FrameEdge.FIRST
                || from.edge().compareTo(to.edge()) > 0) {
            throw new SyntaxError(4193, line, "'BETWEEN ... AND ...' is not a valid window frame.");
        }
        return new Expr.WindowFrame(rows, from.edge(), from.distance(), to.edge(), to.distance());
    }

    private record Edge(FrameEdge edge, int distance) {}

    private Edge edge(boolean rows) {
        if (in.accept("CURRENT")) {
            in.expect("ROW");
            return new Edge(FrameEdge.CURRENT, 0);
        }
        if (in.accept("UNBOUNDED")) {
            boolean preceding = in.accept("PRECEDING");
            if (!preceding) {
                in.expect("FOLLOWING");
            }
            return new Edge(preceding ? FrameEdge.FIRST : FrameEdge.LAST, 0);
        }
        int line = in.peek().line();
        int distance = in.integer();
        if (!rows) {
            throw new SyntaxError(
                    4194, line, "RANGE is only supported with UNBOUNDED and CURRENT ROW window frame delimiters.");
        }
        boolean preceding = in.accept("PRECEDING");
        if (!preceding) {
            in.expect("FOLLOWING");
        }
        return new Edge(preceding ? FrameEdge.PRECEDING : FrameEdge.FOLLOWING, distance);
    }

    private Expr caseOf() {
        in.expect("CASE");
        Expr input = in.at("WHEN") ? null : expressions.expression();
        List<Branch> branches = new ArrayList<>();
        while (in.accept("WHEN")) {
            Condition when = input == null
                    ? expressions.condition()
                    : new Condition.Compare(Condition.Comparison.EQUAL, input, expressions.expression());
            in.expect("THEN");
            branches.add(new Branch(when, expressions.expression()));
        }
        if (branches.isEmpty()) {
            throw in.unexpected();
        }
        Expr otherwise = in.accept("ELSE") ? expressions.expression() : null;
        in.expect("END");
        return new Expr.Case(List.copyOf(branches), otherwise);
    }

    private Expr iif() {
        in.next();
        in.expect("(");
        Condition when = expressions.condition();
        in.expect(",");
        Expr then = expressions.expression();
        in.expect(",");
        Expr otherwise = expressions.expression();
        in.expect(")");
        return new Expr.Case(List.of(new Branch(when, then)), otherwise);
    }

    private Expr cast(boolean attempt) {
        in.next();
        in.expect("(");
        Expr operand = expressions.expression();
        in.expect("AS");
        TypeName type = TypeNameParser.parse(in);
        in.expect(")");
        return new Expr.Cast(operand, type, null, attempt);
    }

    private Expr convert(boolean attempt) {
        in.next();
        in.expect("(");
        TypeName type = TypeNameParser.parse(in);
        in.expect(",");
        Expr operand = expressions.expression();
        @Nullable Expr style = in.accept(",") ? expressions.expression() : null;
        in.expect(")");
        return new Expr.Cast(operand, type, style, attempt);
    }

    private Expr trim() {
        in.next();
        in.expect("(");
        Expr first = expressions.expression();
        List<Expr> arguments = in.accept("FROM") ? List.of(expressions.expression(), first) : List.of(first);
        in.expect(")");
        return call(List.of("TRIM"), arguments);
    }
}
