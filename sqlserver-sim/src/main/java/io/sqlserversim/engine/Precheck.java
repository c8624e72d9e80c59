package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Query;
import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.TypeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What SQL Server finds before a batch runs: undeclared variables, and columns that the tables do not have. Tables that
 * are not there (yet), and tables that may not be read, are left for the statement itself, as deferred name resolution
 * does.
 */
final class Precheck {
    private final Run run;
    private final Frame frame;
    private final Variables declared;

    Precheck(Run run, Frame frame) {
        this.run = run;
        this.frame = frame;
        this.declared = frame.variables().copyOfDeclarations();
    }

    void check(List<Statement> statements) {
        for (Statement statement : statements) {
            try {
                check(statement);
            } catch (SqlError e) {
                throw new Failure(e, statement.line(), frame.level());
            }
        }
    }

    private void check(Statement statement) {
        switch (statement) {
            case Statement.Block block -> check(block.statements());
            case Statement.If branch -> {
                condition(branch.condition());
                check(List.of(branch.then()));
                if (branch.otherwise() != null) {
                    check(List.of(branch.otherwise()));
                }
            }
            case Statement.While loop -> {
                condition(loop.condition());
                check(List.of(loop.body()));
            }
            case Statement.TryCatch guarded -> {
                check(guarded.attempt());
                check(guarded.handler());
            }
            case Statement.Declare declare -> declare(declare);
            case Statement.DeclareTable table ->
                declared.declareTable(table.name(), NewTables.shape(table.name(), table.definition(), run.collation()));
            case Statement.SetVariable set -> {
                declared.get(set.name());
                value(set.value());
            }
            case Statement.SetOption option -> value(option.value());
            case Statement.Select select -> select(select);
            case Statement.Insert insert -> {
                if (insert.source() != null) {
                    bind(insert.ctes(), insert.source());
                }
                if (insert.execute() != null) {
                    check(List.of(insert.execute()));
                }
            }
            case Statement.Execute execute -> execute(execute);
            case Statement.ExecuteText text -> value(text.text());
            case Statement.Print print -> value(print.message());
            case Statement.Return r -> value(r.value());
            case Statement.Kill kill -> value(kill.session());
            case Statement.WaitFor wait -> value(wait.time());
            default -> {}
        }
    }

    private void declare(Statement.Declare declare) {
        for (Statement.Declaration variable : declare.variables()) {
            value(variable.value());
            Expr.TypeName type = variable.type();
            declared.declare(variable.name(), TypeNames.resolve(type.name(), type.first(), type.second(), 1));
        }
    }

    private void execute(Statement.Execute execute) {
        if (execute.result() != null) {
            declared.get(execute.result());
        }
        if (execute.variable() != null) {
            declared.get(execute.variable());
        }
        execute.arguments().forEach(argument -> value(argument.value()));
    }

    private void select(Statement.Select select) {
        Query query = select.query();
        if (query.body() instanceof Query.Select body && Assignments.isAssignment(body)) {
            Assignments.targets(body).forEach(declared::get);
            bind(select.ctes(), Assignments.asQuery(query, body));
        } else {
            bind(select.ctes(), query);
        }
    }

    private void bind(List<Query.Cte> ctes, Query query) {
        guarded(ctes, binder -> new QueryBinder(binder).bind(query));
    }

    private void condition(Condition condition) {
        guarded(List.of(), binder -> new ExprBinder(binder, new Scope(null, binder)).condition(condition));
    }

    private void value(@Nullable Expr value) {
        if (value != null && !(value instanceof Expr.Literal)) {
            guarded(List.of(), binder -> new ExprBinder(binder, new Scope(null, binder)).bind(value));
        }
    }

    /** Something to bind. */
    private interface Binding {
        Object bind(StatementBinder binder);
    }

    private void guarded(List<Query.Cte> ctes, Binding binding) {
        Names names = run.names();
        StatementBinder binder = new StatementBinder(names, declared, run.functions(names), ctes);
        try {
            binding.bind(binder);
        } catch (SqlError e) {
            if (!names.isDeferred()) {
                throw e;
            }
        }
    }
}
