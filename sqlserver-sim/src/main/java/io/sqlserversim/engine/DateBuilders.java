package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
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
        int scale = scale(args);
        SqlType type = new SqlType(Kind.DATETIME2, 0, 0, scale);
        return CallArgs.strict(type, v -> local("datetime2", v, nanos(v[6], scale)), integers(args, 7));
    }

    static Ex dateTimeOffset(CallArgs args) {
        int scale = scale(args);
        SqlType type = new SqlType(Kind.DATETIMEOFFSET, 0, 0, scale);
        return CallArgs.strict(
                type,
                v -> {
                    LocalDateTime at = local("datetimeoffset", v, nanos(v[6], scale));
                    try {
                        return at.atOffset(ZoneOffset.ofHoursMinutes(number(v[7]), number(v[8])));
                    } catch (DateTimeException e) {
                        throw invalid("datetimeoffset");
                    }
                },
                integers(args, 9));
    }

    static Ex dateTime(CallArgs args) {
        return CallArgs.strict(
                SqlType.DATETIME,
                v -> Conversions.convert(
                        local("datetime", v, number(v[6]) * 1_000_000L), SqlType.DATETIME2, SqlType.DATETIME),
                integers(args, 7));
    }

    static Ex smallDateTime(CallArgs args) {
        return CallArgs.strict(
                new SqlType(Kind.SMALLDATETIME, 0, 0, 0),
                v -> local("smalldatetime", new @Nullable Object[] {v[0], v[1], v[2], v[3], v[4], 0}, 0),
                integers(args, 5));
    }

    static Ex time(CallArgs args) {
        int scale = scale(args);
        return CallArgs.strict(
                new SqlType(Kind.TIME, 0, 0, scale),
                v -> local("time", new @Nullable Object[] {2000, 1, 1, v[0], v[1], v[2]}, nanos(v[3], scale))
                        .toLocalTime(),
                integers(args, 4));
    }

    /** The last argument, which is a constant. */
    private static int scale(CallArgs args) {
        Ex last = args.get(args.count() - 1);
        int scale = last instanceof Ex.Constant c && c.value() instanceof Integer i ? i : -1;
        if (scale < 0 || scale > 7) {
            throw new SqlError(
                    10760,
                    16,
                    1,
                    "Scale argument is not valid. Valid expressions for scale argument are integer"
                            + " constants and NULL constants.");
        }
        return scale;
    }

    private static Ex[] integers(CallArgs args, int count) {
        Ex[] operands = new Ex[count];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = args.integer(i);
        }
        return operands;
    }

    private static long nanos(@Nullable Object fraction, int scale) {
        return Math.round(number(fraction) * Math.pow(10, 9 - scale));
    }

    /** Year, month, day, hour, minute and second, and nanoseconds that stay below a second. */
    private static LocalDateTime local(String type, @Nullable Object[] v, long nanos) {
        try {
            if (nanos < 0 || nanos > 999_999_999) {
                throw invalid(type);
            }
            return LocalDateTime.of(
                    number(v[0]), number(v[1]), number(v[2]), number(v[3]), number(v[4]), number(v[5]), (int) nanos);
        } catch (DateTimeException e) {
            throw invalid(type);
        }
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
