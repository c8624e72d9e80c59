package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition;
import io.sqlserversim.sql.Expr;
import io.sqlserversim.sql.Query.Cte;
import io.sqlserversim.sql.TableSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the rows of a temporary table that DELETE or UPDATE is about. Confined to one statement. */
final class RowChange {
    /** Takes each row once, by its position, while the tables around stand at the rows that it was found with. */
    interface Visitor {
        void visit(int position);
    }

    private final Run run;
    private final StatementBinder binder;
    private final ExprBinder exprs;
    private final ChangeTarget target;
    private final Op op;
    private final @Nullable Ex top;
    private @Nullable Env env;

    RowChange(
            Run run,
            List<String> name,
            @Nullable Expr top,
            @Nullable TableSource from,
            List<Cte> ctes,
            @Nullable Condition where,
            Frame frame) {
        this.run = run;
        this.binder = run.binder(frame, ctes);
        Scope scope = new Scope(null, binder);
        this.target = new ChangeTarget(name);
        this.exprs = new ExprBinder(binder, scope);
        this.top = top == null
                ? null
                : Coercion.to(
                        new ExprBinder(binder, new Scope(null, binder)).bind(top),
                        io.sqlserversim.types.SqlType.BIGINT);
        FromNode node = new FromBinder(binder, scope, target).bind(source(name, from));
        List<Pred> conditions = new ArrayList<>();
        if (where != null) {
            FromNode.conjuncts(exprs.condition(where), conditions);
        }
        this.op = node.filtered(conditions, binder);
    }

    /** FROM with the table in it, by its alias or name. */
    private static TableSource source(List<String> name, @Nullable TableSource from) {
        TableSource alone = name.getLast().startsWith("@")
                ? new TableSource.TableVariable(name.getLast(), null)
                : new TableSource.Named(name, null);
        if (from == null) {
            return alone;
        }
        return ChangeTarget.isNamedIn(from, name)
                ? from
                : new TableSource.Join(TableSource.JoinKind.CROSS, alone, from, null);
    }

    TempTable table() {
        return target.table();
    }

    List<Ex> bind(List<Expr> values) {
        return exprs.bindAll(values);
    }

    Env env() {
        Env known = env;
        if (known == null) {
            known = new Env(run.session, binder.slots(), run.services.clock().now());
            env = known;
        }
        return known;
    }

    void forEach(Visitor visitor) {
        boolean heavy = binder.isHeavy();
        String database = run.session.database();
        if (heavy) {
            run.services.judge().enter(database);
        }
        try {
            visitAll(visitor);
        } finally {
            op.close(env());
            env().charge();
            if (heavy) {
                run.services.judge().leave(database);
            }
        }
    }

    private void visitAll(Visitor visitor) {
        long left = top == null ? Long.MAX_VALUE : top.eval(env()) instanceof Long count ? count : 0;
        BitSet seen = new BitSet();
        op.open(env());
        while (left > 0 && op.next(env())) {
            int position = target.position(env());
            if (position >= 0 && !seen.get(position)) {
                seen.set(position);
                left--;
                visitor.visit(position);
            }
        }
    }
}
