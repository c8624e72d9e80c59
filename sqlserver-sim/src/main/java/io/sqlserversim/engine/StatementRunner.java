package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.sql.Condition;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.TypeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes single statements, those without control flow. Confined to one request. */
final class StatementRunner {
    private final Run run;
    private final QueryRunner queries;
    private final TableStatements tables;
    private final SetStatements sets;
    private final MessageStatements messages;
    private final Procedures procedures;
    private final ExecuteStatements executes;

    StatementRunner(Run run, BatchRunner batches) {
        this.run = run;
        this.queries = new QueryRunner(run);
        this.sets = new SetStatements(run, this);
        this.messages = new MessageStatements(run, this);
        this.procedures = new Procedures(run, batches);
        this.executes = new ExecuteStatements(run, this, batches, procedures);
        this.tables = new TableStatements(run, queries, executes, this);
    }

    Procedures procedures() {
        return procedures;
    }

    void execute(Statement statement, Frame frame) {
        if (StatementCapture.records(statement)) {
            new StatementCapture(run).around(statement, frame, () -> dispatch(statement, frame));
        } else {
            dispatch(statement, frame);
        }
    }

    private void dispatch(Statement statement, Frame frame) {
        switch (statement) {
            case Statement.Select select -> queries.select(select, frame);
            case Statement.Insert insert -> tables.insert(insert, frame);
            case Statement.Delete delete -> tables.delete(delete, frame);
            case Statement.Update update -> tables.update(update, frame);
            case Statement.CreateTable create -> tables.create(create, frame);
            case Statement.CreateIndex index -> tables.createIndex(index);
            case Statement.DropTable drop -> tables.drop(drop);
            case Statement.TruncateTable truncate -> tables.truncate(truncate);
            case Statement.Declare declare -> declare(declare, frame);
            case Statement.DeclareTable table ->
                frame.variables()
                        .declareTable(
                                table.name(), NewTables.create(table.name(), table.definition(), run, this, frame));
            case Statement.SetVariable set -> setVariable(set, frame);
            case Statement.SetOption option -> sets.set(option, frame);
            case Statement.Throw thrown -> messages.throwError(thrown, frame);
            case Statement.Raiserror raise -> messages.raise(raise, frame);
            case Statement.Print print -> messages.print(print, frame);
            case Statement.WaitFor wait -> messages.waitFor(wait, frame);
            case Statement.Kill kill -> messages.kill(kill, frame);
            case Statement.Use use -> use(use);
            case Statement.Permit permit -> {
                run.services.catalog().permit(run.session, permit);
                run.done(Command.OTHER, -1);
            }
            case Statement.CreatePrincipal create -> {
                run.services.catalog().create(run.session, create);
                run.done(Command.OTHER, -1);
            }
            case Statement.AlterQueryStore alter -> alter(alter);
            case Statement.Execute execute -> executes.execute(execute, frame);
            case Statement.ExecuteText text -> executes.text(text, frame);
            case Statement.Transaction transaction -> Transactions.execute(transaction, run);
            case Statement.Block b -> throw unreachable(b);
            case Statement.If i -> throw unreachable(i);
            case Statement.While w -> throw unreachable(w);
            case Statement.Break b -> throw unreachable(b);
            case Statement.Continue c -> throw unreachable(c);
            case Statement.Return r -> throw unreachable(r);
            case Statement.TryCatch t -> throw unreachable(t);
        }
    }

    private static IllegalStateException unreachable(Statement statement) {
        return new IllegalStateException("control flow: " + statement);
    }

    /** A variable that stands in a block is declared once, however often the block runs. */
    private void declare(Statement.Declare declare, Frame frame) {
        for (Statement.Declaration variable : declare.variables()) {
            Expr.TypeName name = variable.type();
            SqlType type = TypeNames.resolve(name.name(), name.first(), name.second(), 1);
            Variables.Cell cell = frame.variables().declareAgain(variable.name(), type);
            if (variable.value() != null) {
                Typed value = evaluate(variable.value(), frame);
                cell.set(value.value(), value.type());
                run.session.settings().rowCount(1);
            }
        }
    }

    private void setVariable(Statement.SetVariable set, Frame frame) {
        Variables.Cell cell = frame.variables().get(set.name());
        Typed value = evaluate(set.value(), frame);
        if (value.value() != null) {
            io.sqlserversim.types.ConversionRules.checkImplicit(value.type(), cell.type());
        }
        cell.set(value.value(), value.type());
        run.session.settings().rowCount(1);
    }

    private void use(Statement.Use use) {
        String before = run.session.database();
        String name = run.services.catalog().enter(run.session, use.database());
        run.session.use(name);
        run.sink().databaseChanged(before, name);
        run.done(Command.USE, -1);
    }

    /** Msg 5069 follows what failed, and is what CATCH and @@ERROR get. */
    private void alter(Statement.AlterQueryStore alter) {
        if (run.session.settings().transactionCount() > 0) {
            throw new SqlError(226, 16, 6, "ALTER DATABASE statement not allowed within multi-statement transaction.");
        }
        try {
            run.services.catalog().alterQueryStore(run.session, alter.change());
        } catch (SqlError e) {
            if (e.severity() == 15) {
                throw e;
            }
            if (!run.insideTry()) {
                run.sink().error(e, alter.line());
            }
            throw new SqlError(5069, 16, 1, "ALTER DATABASE statement failed.");
        }
        run.done(Command.OTHER, -1);
    }

    /** A value with its type. */
    record Typed(@Nullable Object value, SqlType type) {
        @Nullable
        Object as(SqlType wanted) {
            return value == null ? null : io.sqlserversim.types.Conversions.convert(value, type, wanted);
        }

        int integer(int absent) {
            return as(SqlType.INT) instanceof Integer i ? i : absent;
        }

        String text() {
            return as(SqlType.nvarchar(SqlType.MAX)) instanceof String s ? s : "";
        }
    }

    Typed evaluate(Expr expr, Frame frame) {
        if (expr instanceof Expr.Literal literal) {
            return new Typed(literal.value(), literal.type());
        }
        StatementBinder binder = run.binder(frame, List.of());
        Ex bound = new ExprBinder(binder, new Scope(null, binder)).bind(expr);
        return new Typed(queries.value(bound, binder, frame), bound.type());
    }

    boolean holds(Condition condition, Frame frame) {
        StatementBinder binder = run.binder(frame, List.of());
        Pred bound = new ExprBinder(binder, new Scope(null, binder)).condition(condition);
        return queries.holds(bound, binder, frame);
    }

    int returnCode(Statement.Return statement, Frame frame) {
        Expr value = statement.value();
        if (value == null) {
            return 0;
        }
        if (frame.level() == 0) {
            throw new SqlError(178, 15, 1, "A RETURN statement with a return value cannot be used in this context.");
        }
        return evaluate(value, frame).integer(0);
    }
}
