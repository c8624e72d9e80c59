package io.sqlserversim.sql;

import io.sqlserversim.sql.Expr.Literal;
import io.sqlserversim.sql.Expr.Operator;
import io.sqlserversim.sql.Token.Kind;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads SET. Confined to one thread. */
final class SetParser {
    private static final Set<String> SWITCHES = Set.of(
            "NOCOUNT",
            "XACT_ABORT",
            "ANSI_NULLS",
            "ANSI_NULL_DFLT_ON",
            "ANSI_NULL_DFLT_OFF",
            "ANSI_PADDING",
            "ANSI_WARNINGS",
            "ANSI_DEFAULTS",
            "ARITHABORT",
            "ARITHIGNORE",
            "CONCAT_NULL_YIELDS_NULL",
            "CURSOR_CLOSE_ON_COMMIT",
            "IMPLICIT_TRANSACTIONS",
            "NUMERIC_ROUNDABORT",
            "QUOTED_IDENTIFIER",
            "REMOTE_PROC_TRANSACTIONS",
            "FORCEPLAN",
            "NOEXEC",
            "PARSEONLY",
            "FMTONLY",
            "NO_BROWSETABLE");
    private static final Set<String> VALUES = Set.of(
            "LOCK_TIMEOUT",
            "DEADLOCK_PRIORITY",
            "TEXTSIZE",
            "ROWCOUNT",
            "CONTEXT_INFO",
            "DATEFIRST",
            "DATEFORMAT",
            "LANGUAGE",
            "QUERY_GOVERNOR_COST_LIMIT");

    private final TokenStream in;
    private final ExpressionParser expressions;

    SetParser(TokenStream in, ExpressionParser expressions) {
        this.in = in;
        this.expressions = expressions;
    }

    Statement set(int line) {
        in.expect("SET");
        if (in.peek().kind() == Kind.VARIABLE) {
            return variable(line);
        }
        String option = word();
        if (option.equals("TRANSACTION")) {
            return isolation(line);
        }
        if (option.equals("STATISTICS")) {
            List<String> names = new ArrayList<>();
            do {
                names.add("STATISTICS " + word());
            } while (in.accept(","));
            return new Statement.SetOption(names, onOff(), line);
        }
        if (option.startsWith("SHOWPLAN_")) {
            return new Statement.SetOption(List.of(option), onOff(), line);
        }
        if (VALUES.contains(option)) {
            return new Statement.SetOption(List.of(option), value(), line);
        }
        List<String> names = new ArrayList<>(List.of(known(option)));
        while (in.accept(",")) {
            names.add(known(word()));
        }
        return new Statement.SetOption(List.copyOf(names), onOff(), line);
    }

    private String known(String option) {
        if (!SWITCHES.contains(option)) {
            throw new SyntaxError(
                    195, in.peek().line(), "'" + option.toLowerCase(Locale.ROOT) + "' is not a recognized SET option.");
        }
        return option;
    }

    private String word() {
        if (in.peek().kind() != Kind.WORD) {
            throw in.unexpected();
        }
        return in.next().text().toUpperCase(Locale.ROOT);
    }

    private Statement variable(int line) {
        String name = in.next().text();
        String symbol = in.next().text();
        Expr value = expressions.expression();
        if (symbol.equals("=")) {
            return new Statement.SetVariable(name, value, line);
        }
        for (Operator operator : Operator.values()) {
            if (symbol.equals(operator.symbol() + "=")) {
                Expr compound = new Expr.Binary(operator, new Expr.Variable(name), value);
                return new Statement.SetVariable(name, compound, line);
            }
        }
        throw in.unexpected();
    }

    private Statement isolation(int line) {
        in.expect("ISOLATION");
        in.expect("LEVEL");
        String level = word();
        if (level.equals("READ")) {
            level += " " + word();
        } else if (level.equals("REPEATABLE")) {
            in.expect("READ");
            level = "REPEATABLE READ";
        }
        if (!Set.of("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE", "SNAPSHOT")
                .contains(level)) {
            throw in.unexpected();
        }
        return new Statement.SetOption(List.of("ISOLATION LEVEL"), text(level), line);
    }

    private Expr onOff() {
        if (in.accept("ON")) {
            return text("ON");
        }
        in.expect("OFF");
        return text("OFF");
    }

    private Expr value() {
        if (in.peek().kind() == Kind.WORD) {
            return text(word());
        }
        return expressions.expression();
    }

    private static Expr text(String value) {
        return new Literal(SqlType.varchar(value.length()), value);
    }
}
