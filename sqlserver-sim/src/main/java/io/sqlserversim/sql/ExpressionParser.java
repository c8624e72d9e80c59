package io.sqlserversim.sql;

import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.sql.Expr.Operator;
import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads conditions and expressions by precedence, lowest first. Confined to one thread. */
final class ExpressionParser {
    private final TokenStream in;
    private final QueryParser queries;
    private final PrimaryParser primaries;

    ExpressionParser(TokenStream in, QueryParser queries) {
        this.in = in;
        this.queries = queries;
        this.primaries = new PrimaryParser(in, this, queries);
    }

    Condition condition() {
        return asCondition(either());
    }

    Expr expression() {
        return asExpression(additive());
    }

    List<Expr> expressions() {
        List<Expr> list = new ArrayList<>();
        do {
            list.add(expression());
        } while (in.accept(","));
        return List.copyOf(list);
    }

    /** A value or a condition, whatever stands there. */
    Node either() {
        in.enter();
        Node first = conjunction();
        if (in.at("OR")) {
            List<Condition> operands = new ArrayList<>(List.of(asCondition(first)));
            while (in.accept("OR")) {
                operands.add(asCondition(conjunction()));
            }
            first = new Condition.Or(List.copyOf(operands));
        }
        in.leave();
        return first;
    }

    private Node conjunction() {
        Node first = negation();
        if (!in.at("AND")) {
            return first;
        }
        List<Condition> operands = new ArrayList<>(List.of(asCondition(first)));
        while (in.accept("AND")) {
            operands.add(asCondition(negation()));
        }
        return new Condition.And(List.copyOf(operands));
    }

    private Node negation() {
        if (in.accept("NOT")) {
            return new Condition.Not(asCondition(negation()));
        }
        if (in.at("EXISTS")) {
            in.next();
            return new Condition.Exists(queries.inParentheses());
        }
        return predicate();
    }

    private Node predicate() {
        Node left = additive();
        Comparison comparison = comparison();
        if (comparison != null) {
            return compare(comparison, asExpression(left));
        }
        if (in.accept("IS")) {
            boolean negated = in.accept("NOT");
            if (in.accept("DISTINCT")) {
                in.expect("FROM");
                return negate(!negated, same(asExpression(left), expression()));
            }
            in.expect("NULL");
            return negate(negated, new Condition.IsNull(asExpression(left)));
        }
        boolean negated = in.at("NOT")
                && (in.peek(1).is("IN") || in.peek(1).is("LIKE") || in.peek(1).is("BETWEEN"));
        if (negated) {
            in.next();
        }
        if (in.accept("IN")) {
            return negate(negated, in(asExpression(left)));
        }
        if (in.accept("LIKE")) {
            Expr pattern = expression();
            Expr escape = in.accept("ESCAPE") ? expression() : null;
            return negate(negated, new Condition.Like(asExpression(left), pattern, escape));
        }
        if (in.accept("BETWEEN")) {
            Expr low = expression();
            in.expect("AND");
            return negate(negated, between(asExpression(left), low, expression()));
        }
        return left;
    }

    private static Condition negate(boolean negated, Condition condition) {
        return negated ? new Condition.Not(condition) : condition;
    }

    /** Equal, or both NULL: never unknown. */
    private static Condition same(Expr left, Expr right) {
        Condition neither =
                new Condition.Not(new Condition.Or(List.of(new Condition.IsNull(left), new Condition.IsNull(right))));
        Condition equal = new Condition.Compare(Comparison.EQUAL, left, right);
        Condition both = new Condition.And(List.of(new Condition.IsNull(left), new Condition.IsNull(right)));
        return new Condition.Or(List.of(new Condition.And(List.of(neither, equal)), both));
    }

    private static Condition between(Expr value, Expr low, Expr high) {
        return new Condition.And(List.of(
                new Condition.Compare(Comparison.GREATER_OR_EQUAL, value, low),
                new Condition.Compare(Comparison.LESS_OR_EQUAL, value, high)));
    }

    private Condition in(Expr value) {
        if (in.at("(") && queries.startsQuery(1)) {
            return new Condition.InQuery(value, queries.inParentheses());
        }
        in.expect("(");
        List<Expr> list = expressions();
        in.expect(")");
        return new Condition.In(value, list);
    }

    private Condition compare(Comparison comparison, Expr left) {
        boolean all = in.at("ALL");
        if (all || in.at("ANY") || in.at("SOME")) {
            in.next();
            return new Condition.Quantified(comparison, left, all, queries.inParentheses());
        }
        return new Condition.Compare(comparison, left, expression());
    }

    private @Nullable Comparison comparison() {
        if (in.peek().kind() != Kind.SYMBOL) {
            return null;
        }
        Comparison found = switch (in.peek().text()) {
            case "=" -> Comparison.EQUAL;
            case "<>", "!=" -> Comparison.NOT_EQUAL;
            case "<", "!>=" -> Comparison.LESS;
            case "<=", "!>" -> Comparison.LESS_OR_EQUAL;
            case ">" -> Comparison.GREATER;
            case ">=", "!<" -> Comparison.GREATER_OR_EQUAL;
            default -> null;
        };
        if (found != null) {
            in.next();
        }
        return found;
    }

    private Node additive() {
        Node left = multiplicative();
        while (true) {
            Operator operator = operator(Operator.ADD, Operator.SUBTRACT, Operator.AND, Operator.OR, Operator.XOR);
            if (operator == null) {
                return left;
            }
            left = new Expr.Binary(operator, asExpression(left), asExpression(multiplicative()));
        }
    }

    private Node multiplicative() {
        Node left = unary();
        while (true) {
            Operator operator = operator(Operator.MULTIPLY, Operator.DIVIDE, Operator.MODULO);
            if (operator == null) {
                return left;
            }
            left = new Expr.Binary(operator, asExpression(left), asExpression(unary()));
        }
    }

    private @Nullable Operator operator(Operator... candidates) {
        if (in.peek().kind() == Kind.SYMBOL) {
            for (Operator candidate : candidates) {
                if (in.accept(candidate.symbol())) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private Node unary() {
        in.enter();
        Node result;
        if (in.accept("-")) {
            result = new Expr.Negate(asExpression(unary()));
        } else if (in.accept("+")) {
            result = asExpression(unary());
        } else if (in.accept("~")) {
            result = new Expr.BitNot(asExpression(unary()));
        } else {
            result = suffixes(primaries.primary());
        }
        in.leave();
        return result;
    }

    private Node suffixes(Node operand) {
        Node result = operand;
        while (true) {
            if (in.accept("COLLATE")) {
                result = new Expr.Collate(asExpression(result), in.name());
            } else if (in.at("AT", "TIME") && in.peek(2).is("ZONE")) {
                in.next();
                in.next();
                in.next();
                result = new Expr.AtTimeZone(asExpression(result), asExpression(primaries.primary()));
            } else {
                return result;
            }
        }
    }

    Expr asExpression(Node node) {
        if (node instanceof Expr expr) {
            return expr;
        }
        throw in.unexpected();
    }

    Condition asCondition(Node node) {
        if (node instanceof Condition condition) {
            return condition;
        }
        Token token = in.peek();
        if (token.kind() == Kind.END || token.isReserved() || token.kind() == Kind.SYMBOL) {
            throw new SyntaxError(
                    4145,
                    token.line(),
                    "An expression of non-boolean type specified in a context where a condition is expected, near '"
                            + token.text() + "'.");
        }
        throw SyntaxError.near(token);
    }
}
