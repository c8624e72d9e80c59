package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.Literal;
import io.sqlserversim.sql.Statement.Argument;
import io.sqlserversim.sql.Token.Kind;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads EXECUTE. Confined to one thread. */
final class ExecuteParser {
    private final TokenStream in;
    private final ExpressionParser expressions;

    ExecuteParser(TokenStream in, ExpressionParser expressions) {
        this.in = in;
        this.expressions = expressions;
    }

    /** A procedure's name alone, which only the first statement of a batch may be. */
    Statement bare() {
        int line = in.peek().line();
        return new Statement.Execute(null, in.qualifiedName(), null, arguments(), line);
    }

    Statement execute(int line) {
        in.next();
        if (in.accept("(")) {
            Expr text = expressions.expression();
            in.expect(")");
            return new Statement.ExecuteText(text, line);
        }
        String result = null;
        if (in.peek().kind() == Kind.VARIABLE && in.peek(1).is("=")) {
            result = in.next().text();
            in.next();
        }
        if (in.peek().kind() == Kind.VARIABLE) {
            String variable = in.next().text();
            return new Statement.Execute(result, List.of(), variable, arguments(), line);
        }
        List<String> procedure = in.qualifiedName();
        if (in.at(";") && in.peek(1).kind() == Kind.INTEGER) {
            throw in.unexpected();
        }
        Statement statement = new Statement.Execute(result, procedure, null, arguments(), line);
        if (in.at("WITH", "RECOMPILE")) {
            in.next();
            in.next();
        }
        return statement;
    }

    private List<Argument> arguments() {
        if (!startsArgument()) {
            return List.of();
        }
        List<Argument> arguments = new ArrayList<>();
        do {
            int line = in.peek().line();
            Argument argument = argument();
            if (argument.name() == null && arguments.stream().anyMatch(before -> before.name() != null)) {
                throw new SyntaxError(
                        119,
                        line,
                        "Must pass parameter number " + (arguments.size() + 1)
                                + " and subsequent parameters as '@name = value'. After the form '@name = value' has been"
                                + " used, all subsequent parameters must be passed in the form '@name = value'.");
            }
            arguments.add(argument);
        } while (in.accept(","));
        return List.copyOf(arguments);
    }

    private boolean startsArgument() {
        Token token = in.peek();
        return switch (token.kind()) {
            case END -> false;
            case SYMBOL -> token.is("-") || token.is("+");
            case WORD -> token.is("NULL") || token.is("DEFAULT") || (!token.isReserved() && !token.is("THROW"));
            case QUOTED_NAME, VARIABLE, SYSTEM_VARIABLE, STRING, NSTRING, INTEGER, DECIMAL, FLOAT, MONEY, BINARY ->
                true;
        };
    }

    private Argument argument() {
        String name = null;
        if (in.peek().kind() == Kind.VARIABLE && in.peek(1).is("=")) {
            name = in.next().text();
            in.next();
        }
        Expr value = value();
        boolean output = in.accept("OUTPUT") || in.accept("OUT");
        if (output && !(value instanceof Expr.Variable)) {
            throw new SyntaxError(
                    179,
                    in.peek().line(),
                    "Cannot use the OUTPUT option when passing a constant to a stored procedure.");
        }
        return new Argument(name, value, output);
    }

    /** Only constants, variables and bare words may stand here. */
    private @Nullable Expr value() {
        if (in.accept("-")) {
            return new Expr.Negate(Literals.of(number()));
        }
        if (in.accept("+")) {
            return Literals.of(number());
        }
        if (in.accept("DEFAULT")) {
            return null;
        }
        Token token = in.next();
        return switch (token.kind()) {
            case VARIABLE -> new Expr.Variable(token.text());
            case SYSTEM_VARIABLE -> new Expr.SystemVariable(token.text());
            case WORD, QUOTED_NAME ->
                token.is("NULL")
                        ? new Literal(SqlType.INT, null)
                        : new Literal(SqlType.nvarchar(Math.max(1, token.text().length())), token.text());
            case STRING, NSTRING, INTEGER, DECIMAL, FLOAT, MONEY, BINARY, SYMBOL, END -> Literals.of(token);
        };
    }

    private Token number() {
        Kind kind = in.peek().kind();
        if (kind != Kind.INTEGER && kind != Kind.DECIMAL && kind != Kind.FLOAT && kind != Kind.MONEY) {
            throw in.unexpected();
        }
        return in.next();
    }
}
