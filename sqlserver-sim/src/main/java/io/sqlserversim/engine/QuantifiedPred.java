package io.sqlserversim.engine;

import io.sqlserversim.sql.Condition.Comparison;
import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import org.jspecify.annotations.Nullable;

/** A comparison with ANY or ALL rows of a query; IN with a query that looks outside. */
final class QuantifiedPred extends Pred {
    private final Comparison operator;
    private final Ex value;
    private final boolean all;
    private final Rows rows;
    private final SqlType from;
    private final SqlType type;

    QuantifiedPred(Comparison operator, Ex value, boolean all, Rows rows, SqlType from, SqlType type) {
        this.operator = operator;
        this.value = value;
        this.all = all;
        this.rows = rows;
        this.from = from;
        this.type = type;
    }

    @Override
    int test(Env env) {
        Object left = value.eval(env);
        int result = all ? TRUE : FALSE;
        rows.open(env);
        try {
            for (@Nullable Object[] row = rows.next(env); row != null; row = rows.next(env)) {
                int one = compare(left, row[0]);
                if (one == UNKNOWN) {
                    result = UNKNOWN;
                } else if ((one == TRUE) != all) {
                    return all ? FALSE : TRUE;
                }
            }
        } finally {
            rows.close(env);
        }
        return result;
    }

    private int compare(@Nullable Object left, @Nullable Object item) {
        if (left == null || item == null) {
            return UNKNOWN;
        }
        return of(operator.holds(Values.compare(type, left, Conversions.convert(item, from, type))));
    }
}
