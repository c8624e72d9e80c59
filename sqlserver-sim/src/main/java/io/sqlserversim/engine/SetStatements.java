package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.engine.StatementRunner.Typed;
import io.sqlserversim.session.SessionSettings;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.Locale;

/** SET of options. */
final class SetStatements {
    private static final List<String> LEVELS =
            List.of("READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE", "SNAPSHOT");
    private static final List<String> UNSUPPORTED =
            List.of("NOEXEC", "PARSEONLY", "FMTONLY", "STATISTICS XML", "STATISTICS PROFILE");

    private final Run run;
    private final StatementRunner statements;

    SetStatements(Run run, StatementRunner statements) {
        this.run = run;
        this.statements = statements;
    }

    void set(Statement.SetOption option, Frame frame) {
        Typed value = statements.evaluate(option.value(), frame);
        for (String name : option.names()) {
            set(name, value);
        }
        run.done(Command.SET, -1);
    }

    private void set(String name, Typed value) {
        SessionSettings settings = run.session.settings();
        switch (name) {
            case "LOCK_TIMEOUT" -> settings.lockTimeoutMillis(Math.max(-1, integer(name, value)));
            case "DEADLOCK_PRIORITY" -> settings.deadlockPriority(priority(value));
            case "TEXTSIZE" -> {
                int size = integer(name, value);
                settings.textSize(size == 0 ? 4096 : size < 0 ? Integer.MAX_VALUE : size);
            }
            case "ROWCOUNT" -> run.state.options().rowLimit(integer(name, value));
            case "CONTEXT_INFO" -> settings.contextInfo(contextInfo(value));
            case "ISOLATION LEVEL" -> settings.isolationLevel(LEVELS.indexOf(value.text()) + 1);
            case "DATEFIRST" -> run.state.options().firstDay(firstDay(value));
            case "DATEFORMAT" -> fixed(name, value.text(), "mdy");
            case "LANGUAGE" -> fixed(name, value.text(), "us_english");
            case "QUERY_GOVERNOR_COST_LIMIT" -> integer(name, value);
            default -> toggle(name, value.text().equals("ON"));
        }
    }

    private static int firstDay(Typed value) {
        int day = integer("DATEFIRST", value);
        if (day < 1 || day > 7) {
            throw new SqlError(2743, 16, 1, "Value " + day + " is not in the range of 1 to 7.");
        }
        return day;
    }

    private static int integer(String name, Typed value) {
        if (value.as(SqlType.INT) instanceof Integer number) {
            return number;
        }
        throw new SqlError(1065, 15, 1, "An integer expected as argument of SET " + name + ".");
    }

    private static int priority(Typed value) {
        int priority = switch (value.text().toUpperCase(Locale.ROOT)) {
            case "LOW" -> -5;
            case "NORMAL" -> 0;
            case "HIGH" -> 5;
            default -> integer("DEADLOCK_PRIORITY", value);
        };
        if (priority < -10 || priority > 10) {
            throw new SqlError(5050, 16, 1, "The value " + priority + " is not valid for DEADLOCK_PRIORITY.");
        }
        return priority;
    }

    private static byte[] contextInfo(Typed value) {
        if (value.value() == null) {
            throw new SqlError(8170, 16, 1, "SET CONTEXT_INFO option requires varbinary (128) NOT NULL parameter.");
        }
        return (byte[]) io.sqlserversim.types.Conversions.convert(value.value(), value.type(), SqlType.varbinary(128));
    }

    /** An option of which the server knows one value only. */
    private static void fixed(String name, String value, String only) {
        if (!value.equalsIgnoreCase(only)) {
            throw new SqlError(
                    40510,
                    15,
                    1,
                    "Statement 'SET " + name + " " + value + "' is not supported in this version of SQL Server.");
        }
    }

    private void toggle(String name, boolean on) {
        if (name.startsWith("SHOWPLAN_")) {
            throw new SqlError(262, 14, 4, "SHOWPLAN permission denied in database '" + run.session.database() + "'.");
        }
        if (on && UNSUPPORTED.contains(name)) {
            throw new SqlError(
                    40510, 15, 1, "Statement 'SET " + name + "' is not supported in this version of SQL" + " Server.");
        }
        if (name.equals("ANSI_DEFAULTS")) {
            for (String part : List.of("ANSI_NULLS", "ANSI_PADDING", "ANSI_WARNINGS", "QUOTED_IDENTIFIER")) {
                run.state.options().set(part, on);
            }
        }
        run.state.options().set(name, on);
    }
}
