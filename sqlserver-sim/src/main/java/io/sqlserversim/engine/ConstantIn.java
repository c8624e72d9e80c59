package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** IN with a long list of constants. */
final class ConstantIn extends Pred {
    final Ex value;
    private final SqlType type;
    private final Set<Object> keys = new HashSet<>();
    private boolean hasNull;

    ConstantIn(Ex value, List<Ex> constants, SqlType type) {
        this.value = value;
        this.type = type;
        dependsOn(value);
        for (Ex item : constants) {
            Object constant = item instanceof Ex.Constant c ? c.value() : null;
            if (constant == null) {
                hasNull = true;
            } else {
                keys.add(Values.key(type, constant));
            }
        }
    }

    Set<Object> keys() {
        return keys;
    }

    @Override
    int test(Env env) {
        Object left = value.eval(env);
        if (left == null) {
            return UNKNOWN;
        }
        return keys.contains(Values.key(type, left)) ? TRUE : hasNull ? UNKNOWN : FALSE;
    }
}
