package io.sqlserversim.engine;

import io.sqlserversim.sql.Expr;
import java.util.Locale;

/** The parts of dates that DATEADD and its relatives name. */
enum DatePart {
    YEAR,
    QUARTER,
    MONTH,
    DAYOFYEAR,
    DAY,
    WEEK,
    ISO_WEEK,
    WEEKDAY,
    HOUR,
    MINUTE,
    SECOND,
    MILLISECOND,
    MICROSECOND,
    NANOSECOND,
    TZOFFSET;

    static DatePart of(Expr written, String function) {
        String name =
                written instanceof Expr.ColumnName column && column.parts().size() == 1
                        ? column.parts().getFirst().toLowerCase(Locale.ROOT)
                        : "";
        return switch (name) {
            case "year", "yy", "yyyy" -> YEAR;
            case "quarter", "qq", "q" -> QUARTER;
            case "month", "mm", "m" -> MONTH;
            case "dayofyear", "dy", "y" -> DAYOFYEAR;
            case "day", "dd", "d" -> DAY;
            case "week", "wk", "ww" -> WEEK;
            case "iso_week", "isowk", "isoww" -> ISO_WEEK;
            case "weekday", "dw" -> WEEKDAY;
            case "hour", "hh" -> HOUR;
            case "minute", "mi", "n" -> MINUTE;
            case "second", "ss", "s" -> SECOND;
            case "millisecond", "ms" -> MILLISECOND;
            case "microsecond", "mcs" -> MICROSECOND;
            case "nanosecond", "ns" -> NANOSECOND;
            case "tzoffset", "tz" -> TZOFFSET;
            case "" -> throw new SqlError(1023, 15, 1, "Invalid parameter 1 specified for " + function + ".");
            default -> throw new SqlError(155, 15, 1, "'" + name + "' is not a recognized " + function + " option.");
        };
    }

    /** Nanoseconds of the parts that have a fixed length, else 0. */
    long nanos() {
        return switch (this) {
            case WEEK -> 7 * 86_400_000_000_000L;
            case DAY, DAYOFYEAR, WEEKDAY -> 86_400_000_000_000L;
            case HOUR -> 3_600_000_000_000L;
            case MINUTE -> 60_000_000_000L;
            case SECOND -> 1_000_000_000L;
            case MILLISECOND -> 1_000_000L;
            case MICROSECOND -> 1_000L;
            case NANOSECOND -> 1L;
            case YEAR, QUARTER, MONTH, ISO_WEEK, TZOFFSET -> 0;
        };
    }
}
