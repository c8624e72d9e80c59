package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import org.jspecify.annotations.Nullable;

/** CONVERT with a style, and the TRY forms. */
final class CastEx extends Ex {
    private final Ex operand;
    private final @Nullable Ex style;
    private final boolean attempt;

    CastEx(Ex operand, SqlType type, @Nullable Ex style, boolean attempt) {
        super(type, style == null ? new Ex[] {operand} : new Ex[] {operand, style});
        this.operand = operand;
        this.style = style;
        this.attempt = attempt;
    }

    @Override
    @Nullable
    Object eval(Env env) {
        Object value = operand.eval(env);
        int number = Conversions.NO_STYLE;
        if (style != null) {
            Object given = style.eval(env);
            if (given == null) {
                return null;
            }
            number = (Integer) given;
        }
        if (value == null) {
            return null;
        }
        try {
            return Conversions.convert(value, operand.type(), type(), number);
        } catch (SqlError e) {
            if (attempt) {
                return null;
            }
            throw e;
        }
    }
}
