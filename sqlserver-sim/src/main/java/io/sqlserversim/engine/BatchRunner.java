package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.sql.SyntaxError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Executes batches: control flow, and what becomes of errors. Confined to one request. */
final class BatchRunner {
    private final Run run;
    private final StatementRunner statements;

    BatchRunner(Run run) {
        this.run = run;
        this.statements = new StatementRunner(run, this);
    }

    Procedures procedures() {
        return statements.procedures();
    }

    /** A request's own batch. */
    void batch(String text) {
        Frame frame = new Frame(text, new Variables(), 0);
        try {
            execute(frame);
        } catch (Failure failure) {
            report(failure.error(), failure.line());
        } catch (BatchEnded ended) {
            return; // its error has been sent
        }
    }

    /**
     * Parses, checks and executes a frame's text.
     *
     * @throws Failure when it does not compile, or when an error goes to a CATCH block further out
     * @throws BatchEnded when the rest must not run
     */
    void execute(Frame frame) {
        List<Statement> parsed = compile(frame);
        frame.parsed(parsed);
        try {
            runAll(parsed, frame);
        } finally {
            run.state.tempTables().dropDeeperThan(frame.level() - (frame.level() == 0 ? 0 : 1));
        }
    }

    private List<Statement> compile(Frame frame) {
        try {
            List<Statement> parsed = run.services
                    .parses()
                    .parse(frame.text(), run.state.options().isOn("QUOTED_IDENTIFIER"));
            new Precheck(run, frame).check(parsed);
            return parsed;
        } catch (SyntaxError e) {
            throw new Failure(new SqlError(e.number(), 15, 1, e.text()), e.line(), frame.level());
        }
    }

    Flow runAll(List<Statement> list, Frame frame) {
        for (Statement statement : list) {
            Flow flow = run(statement, frame);
            if (flow != Flow.NEXT) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    private Flow run(Statement statement, Frame frame) {
        run.session.signals().check();
        try {
            Flow flow = dispatch(statement, frame);
            return flow;
        } catch (SqlError e) {
            failed(statement, e, frame);
            return Flow.NEXT;
        }
    }

    /** Inside TRY an error goes to the CATCH block; else it is sent, and maybe ends the batch. */
    private void failed(Statement statement, SqlError error, Frame frame) {
        if (run.insideTry()) {
            throw new Failure(error, lineOf(statement), frame.level());
        }
        report(error, lineOf(statement));
        boolean aborts = run.state.options().isOn("XACT_ABORT") && error.number() != 50000;
        if (aborts) {
            Transactions.rollBack(run);
        }
        if (aborts || statement instanceof Statement.Throw || Errors.endsBatch(error)) {
            throw new BatchEnded(Errors.endsOnlyScope(error));
        }
    }

    private int lineOf(Statement statement) {
        CaughtError caught = run.state.caught();
        boolean again = statement instanceof Statement.Throw thrown && thrown.number() == null;
        return again && caught != null ? caught.line() : statement.line();
    }

    void report(SqlError error, int line) {
        run.state.lastError(error.number());
        run.session.settings().rowCount(0);
        run.sink().error(error, line);
        if (error.number() == 300 || error.number() == 262) {
            run.sink()
                    .error(new SqlError(297, 16, 1, "The user does not have permission to perform this action."), line);
        }
        run.sink().done(Command.FAILED, -1);
    }

    private Flow dispatch(Statement statement, Frame frame) {
        return switch (statement) {
            case Statement.Block block -> runAll(block.statements(), frame);
            case Statement.If branch -> {
                boolean holds = statements.holds(branch.condition(), frame);
                Statement otherwise = branch.otherwise();
                Statement chosen = holds ? branch.then() : otherwise;
                yield chosen == null ? Flow.NEXT : run(chosen, frame);
            }
            case Statement.While loop -> loop(loop, frame);
            case Statement.Break b -> Flow.BREAK;
            case Statement.Continue c -> Flow.CONTINUE;
            case Statement.Return r -> {
                frame.returnCode(statements.returnCode(r, frame));
                yield Flow.RETURN;
            }
            case Statement.TryCatch guarded -> tryCatch(guarded, frame);
            default -> {
                statements.execute(statement, frame);
                boolean keepsError = statement instanceof Statement.Raiserror || statement instanceof Statement.Execute;
                if (!keepsError) {
                    run.state.lastError(0);
                }
                yield Flow.NEXT;
            }
        };
    }

    private Flow loop(Statement.While loop, Frame frame) {
        while (statements.holds(loop.condition(), frame)) {
            run.session.signals().check();
            Flow flow = run(loop.body(), frame);
            if (flow == Flow.BREAK) {
                break;
            }
            if (flow == Flow.RETURN) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    private Flow tryCatch(Statement.TryCatch guarded, Frame frame) {
        Failure failure = null;
        run.enterTry();
        try {
            Flow flow = runAll(guarded.attempt(), frame);
            return flow;
        } catch (Failure f) {
            failure = f;
        } finally {
            run.leaveTry();
        }
        if (!failure.isCatchableAt(frame.level())) {
            return uncaught(failure);
        }
        run.state.lastError(failure.error().number());
        run.state.enterCatch(new CaughtError(failure.error(), failure.line()));
        try {
            return runAll(guarded.handler(), frame);
        } finally {
            run.state.leaveCatch();
        }
    }

    private Flow uncaught(Failure failure) {
        if (run.insideTry()) {
            throw failure;
        }
        report(failure.error(), failure.line());
        throw new BatchEnded(Errors.endsOnlyScope(failure.error()));
    }

    /** Executes the text of an EXECUTE or of sp_executesql one level deeper. */
    int nested(String text, Variables variables, Frame outer, @Nullable String database) {
        int level = outer.level() + 1;
        if (level > 32) {
            throw new SqlError(
                    217,
                    16,
                    1,
                    "Maximum stored procedure, function, trigger, or view nesting level exceeded" + " (limit 32).");
        }
        Frame frame = new Frame(text, variables, level);
        String before = run.session.database();
        ScopedSettings settings = ScopedSettings.of(run);
        run.state.nesting(level);
        try {
            if (database != null) {
                run.session.use(database);
            }
            executeScope(frame);
        } finally {
            run.state.nesting(outer.level());
            run.session.use(before);
            settings.restore(run);
        }
        return frame.returnCode();
    }

    private void executeScope(Frame frame) {
        try {
            execute(frame);
        } catch (Failure failure) {
            if (run.insideTry()) {
                throw failure;
            }
            report(failure.error(), failure.line());
            frame.returnCode(failure.error().number());
        } catch (BatchEnded ended) {
            if (!ended.endsOnlyScope()) {
                throw ended;
            }
            frame.returnCode(run.state.lastError());
        }
    }
}
