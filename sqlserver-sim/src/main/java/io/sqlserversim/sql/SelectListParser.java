package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.Operator;
import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads select lists. Confined to one thread. */
final class SelectListParser {
    private final TokenStream in;
    private final ExpressionParser expressions;

    SelectListParser(TokenStream in, ExpressionParser expressions) {
        this.in = in;
        this.expressions = expressions;
    }

    List<Query.Item> items() {
        List<Query.Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (in.accept(","));
        return List.copyOf(items);
    }

    private Query.Item item() {
        if (in.accept("*")) {
            return new Query.Star(List.of());
        }
        List<String> star = qualifiedStar();
        if (star != null) {
            return new Query.Star(star);
        }
        if (in.peek().kind() == Kind.VARIABLE && in.peek(1).kind() == Kind.SYMBOL) {
            String symbol = in.peek(1).text();
            if (symbol.endsWith("=") && !symbol.equals("<=") && !symbol.equals(">=") && !symbol.equals("!=")) {
                String variable = in.next().text();
                return new Query.Assign(variable, compound(new Expr.Variable(variable)));
            }
        }
        boolean named = in.atName() || in.peek().kind() == Kind.STRING;
        if (named && in.peek(1).is("=")) {
            String alias = in.next().text();
            in.next();
            return new Query.Value(expressions.expression(), alias);
        }
        Expr value = expressions.expression();
        return new Query.Value(value, alias());
    }

    private @Nullable String alias() {
        Kind kind = in.peek().kind();
        if (kind == Kind.STRING || kind == Kind.NSTRING) {
            return in.next().text();
        }
        return in.alias();
    }

    /** After what is assigned to: {@code = value}, or a compound operator and a value. */
    Expr compound(Expr assigned) {
        String symbol = in.next().text();
        Expr value = expressions.expression();
        if (symbol.equals("=")) {
            return value;
        }
        for (Operator operator : Operator.values()) {
            if (symbol.equals(operator.symbol() + "=")) {
                return new Expr.Binary(operator, assigned, value);
            }
        }
        throw in.unexpected();
    }

    /** {@code a.b.*}: the qualifier, or null when none stands here. */
    private @Nullable List<String> qualifiedStar() {
        int i = 0;
        List<String> parts = new ArrayList<>();
        while ((in.peek(i).kind() == Kind.WORD || in.peek(i).kind() == Kind.QUOTED_NAME)
                && in.peek(i + 1).is(".")) {
            parts.add(in.peek(i).text());
            i += 2;
        }
        if (i == 0 || !in.peek(i).is("*")) {
            return null;
        }
        for (int skip = 0; skip <= i; skip++) {
            in.next();
        }
        return List.copyOf(parts);
    }
}
