package io.sqlserversim.engine;

import io.sqlserversim.engine.ResponseSink.Command;
import io.sqlserversim.fault.StatementFaults;
import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs bound queries. Every statement that binds a heavy view is announced to the judge before its first row, and taken
 * back when it has truly ended, whatever ended it; before its DONE, so that a client that has seen the end may begin the
 * next. Confined to one request.
 */
final class QueryRunner {
    /** Takes rows; false when it wants no more. */
    interface Taker {
        void take(@Nullable Object[] row);
    }

    private final Run run;

    QueryRunner(Run run) {
        this.run = run;
    }

    void select(Statement.Select statement, Frame frame) {
        Query query = statement.query();
        if (query.body() instanceof Query.Select body) {
            if (body.from() != null) {
                Transactions.beginImplicitly(run);
            }
            if (Assignments.isAssignment(body)) {
                assign(statement, body, frame);
                return;
            }
            if (body.into() != null) {
                into(statement, body.into(), frame);
                return;
            }
        }
        StatementBinder binder = run.binder(frame, statement.ctes());
        BoundQuery bound = new QueryBinder(binder).bind(query);
        RowWriter writer = new RowWriter(
                run.sink(), bound.columns(), run.session.settings().textSize());
        long rows = drain(binder, bound, frame, writer, writer::write);
        run.session.settings().rowCount(rows);
        run.done(Command.SELECT, rows);
    }

    private void assign(Statement.Select statement, Query.Select body, Frame frame) {
        StatementBinder binder = run.binder(frame, statement.ctes());
        BoundQuery bound = new QueryBinder(binder).bind(Assignments.asQuery(statement.query(), body));
        List<Variables.Cell> cells =
                Assignments.targets(body).stream().map(frame.variables()::get).toList();
        List<Column> columns = bound.columns();
        long rows = drain(binder, bound, frame, null, row -> {
            for (int i = 0; i < cells.size(); i++) {
                cells.get(i).set(row[i], columns.get(i).type());
            }
        });
        run.session.settings().rowCount(rows);
        run.done(Command.SELECT, -1);
    }

    private void into(Statement.Select statement, List<String> name, Frame frame) {
        String table = name.getLast();
        TableStatements.mayCreate(table, run);
        StatementBinder binder = run.binder(frame, statement.ctes());
        BoundQuery bound = new QueryBinder(binder).bind(statement.query());
        TempTable created = new TempTable(table, NewTables.named(bound.columns(), table));
        run.state.tempTables().create(created, frame.level());
        boolean complete = false;
        try {
            int width = bound.columns().size();
            long rows = drain(binder, bound, frame, null, row -> created.add(java.util.Arrays.copyOf(row, width)));
            complete = true;
            run.session.settings().rowCount(rows);
            run.done(Command.SELECT_INTO, rows);
        } finally {
            if (!complete) {
                run.state.tempTables().drop(table);
            }
        }
    }

    /** Runs a query to its end; with a writer it is a result set of the client's. Returns the number of rows. */
    long drain(StatementBinder binder, BoundQuery bound, Frame frame, @Nullable RowWriter writer, Taker taker) {
        long limit = run.state.options().rowLimit();
        return judged(binder.isHeavy(), () -> {
            Env env = env(binder);
            StatementFaults.Course course = course(binder.isHeavy(), writer != null, frame);
            if (writer != null) {
                writer.begin();
            }
            long rows = 0;
            try {
                course.beforeRow(run.sink(), 0);
                bound.rows().open(env);
                for (@Nullable Object[] row = bound.rows().next(env);
                        row != null;
                        row = bound.rows().next(env)) {
                    run.session.signals().check();
                    taker.take(row);
                    rows++;
                    if (rows == limit) {
                        break;
                    }
                    course.beforeRow(run.sink(), rows);
                }
            } finally {
                close(bound, env);
            }
            warn(env);
            return rows;
        });
    }

    private Env env(StatementBinder binder) {
        return new Env(run.session, binder.slots(), run.services.clock().now(), binder.heavyTables());
    }

    private StatementFaults.Course course(boolean heavy, boolean resultSet, Frame frame) {
        return heavy || resultSet
                ? run.services.faults().begin(run.session, frame.text(), heavy)
                : StatementFaults.Course.CLEAR;
    }

    private static void close(BoundQuery bound, Env env) {
        try {
            bound.rows().close(env);
        } finally {
            env.charge();
        }
    }

    private void warn(Env env) {
        if (env.isDivided()) {
            run.sink().info(3607, 10, 1, "Division by zero occurred.");
        }
        if (env.isOverflowed()) {
            run.sink().info(3606, 10, 1, "Arithmetic overflow occurred.");
        }
        if (env.isNullEliminated() && run.state.options().isOn("ANSI_WARNINGS")) {
            run.sink().info(8153, 10, 1, "Warning: Null value is eliminated by an aggregate or other SET operation.");
        }
    }

    private <T extends @Nullable Object> T judged(boolean heavy, Supplier<T> body) {
        if (!heavy) {
            return body.get();
        }
        String database = run.session.database();
        run.services.judge().enter(database);
        try {
            return body.get();
        } finally {
            run.services.judge().leave(database);
        }
    }

    /** An expression that stands outside of a query: an argument, a SET, a message. */
    @Nullable
    Object value(Ex bound, StatementBinder binder, Frame frame) {
        return judged(binder.isHeavy(), () -> {
            Env env = env(binder);
            course(binder.isHeavy(), false, frame).beforeRow(run.sink(), 0);
            try {
                Object value = bound.eval(env);
                warn(env);
                return value;
            } finally {
                env.charge();
            }
        });
    }

    boolean holds(Pred bound, StatementBinder binder, Frame frame) {
        return Boolean.TRUE.equals(value(Ex.of(SqlType.BIT, env -> bound.test(env) == Pred.TRUE), binder, frame));
    }
}
