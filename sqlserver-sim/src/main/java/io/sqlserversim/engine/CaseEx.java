package io.sqlserversim.engine;

import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CASE: the value of the first condition that is true, else the last value. */
final class CaseEx extends Ex {
    private final Pred[] whens;
    private final Ex[] values;

    private CaseEx(SqlType type, Pred[] whens, Ex[] values) {
        super(type, values);
        this.whens = whens;
        this.values = values;
        for (Pred when : whens) {
            slots().or(when.slots());
        }
    }

    static Ex of(List<Pred> whens, List<Ex> values) {
        SqlType type = Coercion.common(values);
        Ex[] converted = new Ex[values.size()];
        for (int i = 0; i < converted.length; i++) {
            converted[i] = Coercion.to(values.get(i), type);
        }
        return new CaseEx(type, whens.toArray(new Pred[0]), converted);
    }

    @Override
    @Nullable
    Object eval(Env env) {
        for (int i = 0; i < whens.length; i++) {
            if (whens[i].test(env) == Pred.TRUE) {
                return values[i].eval(env);
            }
        }
        return values[whens.length].eval(env);
    }
}
