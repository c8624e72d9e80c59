package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import org.jspecify.annotations.Nullable;

/** A query as a value: NULL when it gives no row, Msg 512 when it gives two. Asked once when it looks at nothing outside. */
final class SubqueryEx extends Ex {
    private final Rows rows;
    private final boolean constant;
    private boolean known;
    private @Nullable Object value;

    /** The number of slots it may look at is 0 for a query that looks at nothing outside of it. */
    SubqueryEx(Rows rows, SqlType type, int visibleSlots) {
        super(type);
        this.rows = rows;
        this.constant = visibleSlots == 0;
        slots().set(0, visibleSlots);
    }

    @Override
    @Nullable
    Object eval(Env env) {
        if (!constant) {
            return ask(env);
        }
        if (!known) {
            value = ask(env);
            known = true;
        }
        return value;
    }

    private @Nullable Object ask(Env env) {
        rows.open(env);
        try {
            @Nullable Object[] first = rows.next(env);
            if (first == null) {
                return null;
            }
            Object only = first[0];
            if (rows.next(env) != null) {
                throw Errors.moreThanOneRow();
            }
            return only;
        } finally {
            rows.close(env);
        }
    }
}
