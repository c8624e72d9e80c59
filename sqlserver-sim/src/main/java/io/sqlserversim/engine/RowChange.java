package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition;
import io.sqlserversim.sql.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through the rows of a temporary table for DELETE and UPDATE. Confined to one statement. */
final class RowChange {
    /** Takes each row, and whether WHERE holds for it. */
    interface Visitor {
        void visit(@Nullable Object[] row, boolean matches);
    }

    private final TempTable table;
    private final int slot;
    private final ExprBinder exprs;
    private final @Nullable Pred where;
    private final StatementBinder binder;
    private final Run run;
    private @Nullable Env env;

    RowChange(Run run, TempTable table, List<String> name, @Nullable Condition where, Frame frame) {
        this.run = run;
        this.table = table;
        this.binder = run.binder(frame, List.of());
        this.slot = binder.newSlot();
        Scope scope = new Scope(null, binder.needed());
        scope.add(new Scope.Table(name.getLast(), name, table.columns(), slot));
        this.exprs = new ExprBinder(binder, scope);
        this.where = where == null ? null : exprs.condition(where);
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
        if (heavy) {
            run.services.judge().enter();
        }
        try {
            for (@Nullable Object[] row : List.copyOf(table.rows())) {
                env().rowScanned();
                env().rows[slot] = new ArrayRow(row);
                visitor.visit(row, where == null || where.test(env()) == Pred.TRUE);
            }
            env().charge();
        } finally {
            if (heavy) {
                run.services.judge().leave();
            }
        }
    }
}
