package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** IN with a query that looks at nothing outside of it: its values are collected once. */
final class SetPred extends Pred {
    final Ex value;
    private final Rows rows;
    private final SqlType from;
    private final SqlType type;
    private @Nullable Set<Object> keys;
    private boolean hasNull;

    SetPred(Ex value, Rows rows, SqlType from, SqlType type) {
        this.value = value;
        this.rows = rows;
        this.from = from;
        this.type = type;
    }

    /** The values as {@link Values#key keys} of the type in which they are compared. */
    Set<Object> keys(Env env) {
        Set<Object> known = keys;
        if (known == null) {
            known = new HashSet<>();
            rows.open(env);
            try {
                for (@Nullable Object[] row = rows.next(env); row != null; row = rows.next(env)) {
                    env.rowWorked();
                    Object item = row[0];
                    if (item == null) {
                        hasNull = true;
                    } else {
                        known.add(Values.key(type, Conversions.convert(item, from, type)));
                    }
                }
            } finally {
                rows.close(env);
            }
            keys = known;
        }
        return known;
    }

    @Override
    int test(Env env) {
        Object left = value.eval(env);
        Set<Object> known = keys(env);
        if (known.isEmpty() && !hasNull) {
            return FALSE;
        }
        if (left == null) {
            return UNKNOWN;
        }
        return known.contains(Values.key(type, left)) ? TRUE : hasNull ? UNKNOWN : FALSE;
    }
}
