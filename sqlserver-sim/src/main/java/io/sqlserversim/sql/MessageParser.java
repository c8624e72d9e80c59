package io.sqlserversim.sql;

import io.sqlserversim.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads PRINT, RAISERROR, THROW, WAITFOR and KILL. Confined to one thread. */
final class MessageParser {
    private final TokenStream in;
    private final ExpressionParser expressions;

    MessageParser(TokenStream in, ExpressionParser expressions) {
        this.in = in;
        this.expressions = expressions;
    }

    Statement statement(String word, int line) {
        in.next();
        return switch (word) {
            case "PRINT" -> new Statement.Print(expressions.expression(), line);
            case "RAISERROR" -> raiserror(line);
            case "WAITFOR" -> waitFor(line);
            case "KILL" -> {
                if (in.peek().kind() == Token.Kind.VARIABLE) {
                    throw in.unexpected();
                }
                yield new Statement.Kill(constant(), line);
            }
            default -> throw in.unexpected();
        };
    }

    Statement throwStatement(int line) {
        in.expect("THROW");
        Token token = in.peek();
        boolean again = token.kind() == Kind.END || token.kind() == Kind.WORD || token.is(";");
        if (again) {
            return new Statement.Throw(null, null, null, line);
        }
        Expr number = constant();
        in.expect(",");
        Expr message = constant();
        in.expect(",");
        return new Statement.Throw(number, message, constant(), line);
    }

    private Statement raiserror(int line) {
        in.expect("(");
        Expr message = constant();
        in.expect(",");
        Expr severity = constant();
        in.expect(",");
        Expr state = constant();
        List<Expr> arguments = new ArrayList<>();
        while (in.accept(",")) {
            arguments.add(constant());
        }
        in.expect(")");
        List<String> options = new ArrayList<>();
        if (in.accept("WITH")) {
            do {
                String option = in.name().toUpperCase(Locale.ROOT);
                if (!List.of("NOWAIT", "LOG", "SETERROR").contains(option)) {
                    throw new SyntaxError(155, line, "'" + option + "' is not a recognized RAISERROR option.");
                }
                options.add(option);
            } while (in.accept(","));
        }
        return new Statement.Raiserror(message, severity, state, List.copyOf(arguments), List.copyOf(options), line);
    }

    private Statement waitFor(int line) {
        boolean delay = in.accept("DELAY");
        if (!delay) {
            in.expect("TIME");
        }
        return new Statement.WaitFor(delay, constant(), line);
    }

    /** A constant, maybe with a sign, or a variable. */
    private Expr constant() {
        if (in.accept("-")) {
            return new Expr.Negate(constant());
        }
        Token token = in.next();
        if (token.kind() == Kind.VARIABLE) {
            return new Expr.Variable(token.text());
        }
        if (token.kind() == Kind.SYSTEM_VARIABLE) {
            return new Expr.SystemVariable(token.text());
        }
        if (token.is("NULL")) {
            return new Expr.Literal(io.sqlserversim.types.SqlType.INT, null);
        }
        return Literals.of(token);
    }
}
