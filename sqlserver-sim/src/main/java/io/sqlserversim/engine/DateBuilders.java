package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.TemporalAdjusters;
import org.jspecify.annotations.Nullable;

/** Functions that build dates. */
final class DateBuilders {
    private DateBuilders() {}

    private static int number(@Nullable Object value) {
        return value instanceof Integer i ? i : 0;
    }

    private static SqlError invalid(String type) {
        return new SqlError(
                289,
                16,
                1,
                "Cannot construct data type " + type + ", some of the arguments have values which" + " are not valid.");
    }

    static Ex date(CallArgs args) {
        return CallArgs.strict(
                SqlTypes.DATE,
                v -> {
                    try {
                        return LocalDate.of(number(v[0]), number(v[1]), number(v[2]));
                    } catch (DateTimeException e) {
                        throw invalid("date");
                    }
                },
                args.integer(0),
                args.integer(1),
                args.integer(2));
    }

    static Ex dateTime2(CallArgs args) {
        int scale = args.get(7) instanceof Ex.Constant c && c.value() instanceof Integer i ? i : -1;
        if (scale < 0 || scale > 7) {
            throw new SqlError(
                    10760,
                    16,
                    1,
                    "Scale argument is not valid. Valid expressions for scale argument are integer"
                            + " constants and NULL constants.");
        }
        Ex[] operands = new Ex[7];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = args.integer(i);
        }
        return CallArgs.strict(
                new SqlType(Kind.DATETIME2, 0, 0, scale),
                v -> {
                    try {
                        int nanos = (int) (number(v[6]) * Math.pow(10, 9 - scale));
                        return LocalDateTime.of(
                                number(v[0]),
                                number(v[1]),
                                number(v[2]),
                                number(v[3]),
                                number(v[4]),
                                number(v[5]),
                                nanos);
                    } catch (DateTimeException e) {
                        throw invalid("datetime2");
                    }
                },
                operands);
    }

    static Ex endOfMonth(CallArgs args) {
        Ex date = Coercion.to(args.get(0), SqlTypes.DATE);
        Ex months = args.count() > 1 ? args.integer(1) : new Ex.Constant(SqlType.INT, 0);
        return CallArgs.strict(
                SqlTypes.DATE,
                v -> v[0] instanceof LocalDate day
                        ? day.plusMonths(number(v[1])).with(TemporalAdjusters.lastDayOfMonth())
                        : null,
                date,
                months);
    }

    static Ex isDate(CallArgs args) {
        Ex text = args.text(0);
        return Ex.of(
                SqlType.INT,
                env -> {
                    Object value = text.eval(env);
                    if (value == null) {
                        return 0;
                    }
                    try {
                        Conversions.convert(value, text.type(), SqlType.DATETIME);
                        return 1;
                    } catch (SqlError e) {
                        return 0;
                    }
                },
                text);
    }
}
