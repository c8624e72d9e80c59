package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr.Operator;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;

/** Precision and scale of decimal arithmetic (Microsoft's page "Precision, scale, and length"). */
final class DecimalRules {
    private static final int MOST = 38;

    private DecimalRules() {}

    /** An operand as decimal; a whole constant has as many digits as it is written with. */
    static SqlType of(Ex operand) {
        if (operand instanceof Ex.Constant constant && SqlTypes.isInteger(operand.type())) {
            Object value = constant.value();
            String digits = value == null ? "0" : value.toString();
            return SqlType.decimal(digits.replace("-", "").length(), 0);
        }
        return SqlTypes.asDecimal(operand.type());
    }

    static SqlType result(Operator operator, SqlType left, SqlType right) {
        int p1 = left.precision();
        int s1 = left.scale();
        int p2 = right.precision();
        int s2 = right.scale();
        return switch (operator) {
            case ADD, SUBTRACT -> {
                int scale = Math.max(s1, s2);
                yield additive(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
            }
            case MULTIPLY -> reduced(p1 + p2 + 1, s1 + s2);
            case DIVIDE -> {
                int scale = Math.max(6, s1 + p2 + 1);
                yield reduced(p1 - s1 + s2 + scale, scale);
            }
            default -> {
                int scale = Math.max(s1, s2);
                yield additive(Math.max(1, Math.min(p1 - s1, p2 - s2) + scale), scale);
            }
        };
    }

    private static SqlType additive(int precision, int scale) {
        if (precision <= MOST) {
            return SqlType.decimal(precision, scale);
        }
        int whole = precision - scale;
        return SqlType.decimal(MOST, Math.max(0, Math.min(scale, MOST - whole)));
    }

    private static SqlType reduced(int precision, int scale) {
        if (precision <= MOST) {
            return SqlType.decimal(precision, scale);
        }
        int whole = precision - scale;
        int kept = whole < 32 ? Math.min(scale, MOST - whole) : Math.min(scale, 6);
        return SqlType.decimal(MOST, kept);
    }
}
