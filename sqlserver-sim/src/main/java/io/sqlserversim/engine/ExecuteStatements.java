package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.engine.StatementRunner.Typed;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** EXECUTE of procedures and of texts. */
final class ExecuteStatements {
    private final Run run;
    private final StatementRunner statements;
    private final BatchRunner batches;
    private final Procedures procedures;

    ExecuteStatements(Run run, StatementRunner statements, BatchRunner batches, Procedures procedures) {
        this.run = run;
        this.statements = statements;
        this.batches = batches;
        this.procedures = procedures;
    }

    /** EXECUTE in either form. */
    void run(Statement statement, Frame frame) {
        switch (statement) {
            case Statement.Execute execute -> execute(execute, frame);
            case Statement.ExecuteText text -> text(text, frame);
            default -> throw new IllegalArgumentException("no EXECUTE: " + statement);
        }
    }

    void text(Statement.ExecuteText statement, Frame frame) {
        String text = statements.evaluate(statement.text(), frame).text();
        batches.nested(text, new Variables(), frame, null);
    }

    void execute(Statement.Execute execute, Frame frame) {
        List<String> name = execute.procedure();
        if (execute.variable() != null) {
            Object value = frame.variables().get(execute.variable()).value();
            name = QualifiedNames.split(String.valueOf(value));
        }
        List<Actual> actuals = new ArrayList<>();
        for (Statement.Argument argument : execute.arguments()) {
            actuals.add(actual(argument, frame));
        }
        int code = procedures.call(name, actuals, frame);
        if (execute.result() != null) {
            frame.variables().get(execute.result()).set(code, io.sqlserversim.types.SqlType.INT);
        }
        for (int i = 0; i < actuals.size(); i++) {
            Expr value = execute.arguments().get(i).value();
            if (actuals.get(i).isAssigned() && value instanceof Expr.Variable variable) {
                frame.variables()
                        .get(variable.name())
                        .set(actuals.get(i).value(), actuals.get(i).type());
            }
        }
        run.done(Command.EXECUTE, -1);
    }

    private Actual actual(Statement.Argument argument, Frame frame) {
        String name = argument.name() == null ? "" : argument.name();
        Expr value = argument.value();
        if (value == null) {
            return Actual.byDefault(name);
        }
        Typed typed = statements.evaluate(value, frame);
        return new Actual(name, typed.type(), typed.value(), argument.output());
    }
}
