package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.engine.StatementRunner.Typed;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** PRINT, RAISERROR, THROW, WAITFOR and KILL. */
final class MessageStatements {
    private final Run run;
    private final StatementRunner statements;

    MessageStatements(Run run, StatementRunner statements) {
        this.run = run;
        this.statements = statements;
    }

    void print(Statement.Print print, Frame frame) {
        String text = statements.evaluate(print.message(), frame).text();
        run.sink().info(0, 0, 1, text.isEmpty() ? " " : text);
        run.session.settings().rowCount(0);
    }

    void throwError(Statement.Throw thrown, Frame frame) {
        Expr number = thrown.number();
        Expr message = thrown.message();
        Expr state = thrown.state();
        if (number == null || message == null || state == null) {
            CaughtError caught = run.state.caught();
            if (caught == null) {
                throw new SqlError(
                        10704,
                        15,
                        1,
                        "To rethrow an error, a THROW statement must be used inside a CATCH block."
                                + " Insert the THROW statement inside a CATCH block, or add error parameters to the THROW"
                                + " statement.");
            }
            throw caught.error();
        }
        int code = statements.evaluate(number, frame).integer(0);
        if (code < 50000) {
            throw new SqlError(
                    35100,
                    16,
                    10,
                    "Error number " + code + " in the THROW statement is outside the valid range."
                            + " Specify an error number in the valid range of 50000 to 2147483647.");
        }
        int stateNumber = statements.evaluate(state, frame).integer(1);
        throw new SqlError(
                code,
                16,
                Math.clamp(stateNumber, 0, 255),
                statements.evaluate(message, frame).text());
    }

    void raise(Statement.Raiserror raise, Frame frame) {
        Typed message = statements.evaluate(raise.message(), frame);
        int severity = statements.evaluate(raise.severity(), frame).integer(0);
        int state = Math.clamp(statements.evaluate(raise.state(), frame).integer(1), 0, 255);
        if (raise.options().contains("LOG") && !mayLog()) {
            throw new SqlError(
                    2778, 16, 1, "Only System Administrator can specify WITH LOG option for RAISERROR command.");
        }
        if (severity > 18) {
            throw new SqlError(
                    2754,
                    16,
                    1,
                    "Error severity levels greater than 18 can only be specified by members of the"
                            + " sysadmin role, using the WITH LOG option.");
        }
        if (SqlTypes.isInteger(message.type())) {
            raiseByNumber(message.integer(0), severity, state);
            return;
        }
        List<Typed> arguments = new ArrayList<>();
        for (Expr argument : raise.arguments()) {
            arguments.add(statements.evaluate(argument, frame));
        }
        String text = MessageFormat.fill(message.text(), arguments);
        if (severity <= 10) {
            run.state.lastError(raise.options().contains("SETERROR") ? 50000 : 0);
            run.sink().info(severity == 0 && state == 0 ? 0 : 50000, Math.max(0, severity), state, text);
            if (raise.options().contains("NOWAIT")) {
                run.sink().flush();
            }
            return;
        }
        throw new SqlError(50000, severity, state, text);
    }

    /** RAISERROR WITH LOG takes membership in sysadmin, or ALTER TRACE. */
    private boolean mayLog() {
        for (String permission : List.of("CONTROL SERVER", "ALTER TRACE")) {
            Integer held = run.services.catalog().hasPermission(run.session, null, permission);
            if (held != null && held == 1) {
                return true;
            }
        }
        return false;
    }

    private static void raiseByNumber(int number, int severity, int state) {
        if (number < 13000 || number == 50000) {
            throw new SqlError(
                    2732,
                    16,
                    1,
                    "Error number " + number
                            + " is invalid. The number must be from 13000 through 2147483647 and it cannot be 50000.");
        }
        throw new SqlError(
                18054,
                16,
                1,
                "Error " + number + ", severity " + severity + ", state " + state
                        + " was raised, but no message with that error number was found in sys.messages. If error is larger than"
                        + " 50000, make sure the user-defined message is added using sp_addmessage.");
    }

    void waitFor(Statement.WaitFor wait, Frame frame) {
        Typed value = statements.evaluate(wait.time(), frame);
        LocalTime time = time(value);
        Duration length = Duration.ofNanos(time.toNanoOfDay());
        if (!wait.delay()) {
            LocalTime now = LocalDateTime.ofInstant(run.services.clock().now(), ZoneOffset.UTC)
                    .toLocalTime();
            Duration until = Duration.between(now, time);
            length = until.isNegative() ? until.plusDays(1) : until;
        }
        run.session.waits("WAITFOR");
        try {
            run.session
                    .signals()
                    .parkUntil(() -> false, run.services.clock().real(length).toNanos());
        } finally {
            run.session.waits(null);
        }
        run.done(Command.OTHER, -1);
    }

    private static LocalTime time(Typed value) {
        try {
            Object time = value.value() == null
                    ? null
                    : Conversions.convert(value.value(), value.type(), new SqlType(SqlType.Kind.TIME, 0, 0, 7));
            if (time instanceof LocalTime local) {
                return local;
            }
        } catch (SqlError e) {
            throw badTime(value);
        }
        throw badTime(value);
    }

    private static SqlError badTime(Typed value) {
        return new SqlError(
                148, 15, 1, "Incorrect time syntax in time string '" + value.text() + "' used with WAITFOR.");
    }

    void kill(Statement.Kill kill, Frame frame) {
        int target = statements.evaluate(kill.session(), frame).integer(-1);
        if (target <= 0 || target > 32767) {
            throw new SqlError(6101, 16, 1, "Session ID " + target + " is not valid.");
        }
        if (!run.services.catalog().mayKill(run.session)) {
            throw new SqlError(6102, 14, 1, "User does not have permission to use the KILL statement.");
        }
        if (target == run.session.sessionId()) {
            throw new SqlError(6104, 16, 1, "Cannot use KILL to kill your own process.");
        }
        if (target <= 50) {
            throw new SqlError(6107, 14, 1, "Only user processes can be killed.");
        }
        if (!run.services.directory().kill(run.session, target)) {
            throw new SqlError(6106, 16, 2, "Process ID " + target + " is not an active process ID.");
        }
        run.done(Command.OTHER, -1);
    }
}
