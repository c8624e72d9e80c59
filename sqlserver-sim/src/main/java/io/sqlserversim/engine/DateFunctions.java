package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions of dates and times. The server stands in UTC. Within one statement the clock stands still. */
final class DateFunctions {
    private static final Set<String> WITH_PART =
            Set.of("DATEADD", "DATEDIFF", "DATEDIFF_BIG", "DATEPART", "DATENAME", "DATETRUNC");

    private DateFunctions() {}

    /** Whether a function's first argument is a date part, and no expression. */
    static boolean takesPart(String name) {
        return WITH_PART.contains(name);
    }

    static void register(Map<String, Functions.Binder> into) {
        into.put("GETDATE", args -> now(args, SqlType.DATETIME));
        into.put("GETUTCDATE", args -> now(args, SqlType.DATETIME));
        into.put("CURRENT_TIMESTAMP", args -> now(args, SqlType.DATETIME));
        into.put("SYSDATETIME", args -> now(args, SqlType.DATETIME2));
        into.put("SYSUTCDATETIME", args -> now(args, SqlType.DATETIME2));
        into.put("SYSDATETIMEOFFSET", args -> now(args, SqlType.DATETIMEOFFSET));
        into.put("DATEADD", DateFunctions::add);
        into.put("DATEDIFF", args -> difference(args, SqlType.INT));
        into.put("DATEDIFF_BIG", args -> difference(args, SqlType.BIGINT));
        into.put("DATEPART", args -> part(args, DatePart.of(args.written(0), "datepart"), 2));
        into.put("DATENAME", DateFunctions::name);
        into.put("DATETRUNC", DateFunctions::truncate);
        into.put("DATETIMEOFFSETFROMPARTS", args -> DateBuilders.dateTimeOffset(args.exactly(10)));
        into.put("DATETIMEFROMPARTS", args -> DateBuilders.dateTime(args.exactly(7)));
        into.put("SMALLDATETIMEFROMPARTS", args -> DateBuilders.smallDateTime(args.exactly(5)));
        into.put("TIMEFROMPARTS", args -> DateBuilders.time(args.exactly(5)));
        into.put("YEAR", args -> part(args.exactly(1), DatePart.YEAR, 1));
        into.put("MONTH", args -> part(args.exactly(1), DatePart.MONTH, 1));
        into.put("DAY", args -> part(args.exactly(1), DatePart.DAY, 1));
        into.put("SWITCHOFFSET", args -> TimeZones.switchOffset(args.exactly(2)));
        into.put("TODATETIMEOFFSET", args -> TimeZones.toOffset(args.exactly(2)));
        into.put("DATEFROMPARTS", args -> DateBuilders.date(args.exactly(3)));
        into.put("DATETIME2FROMPARTS", args -> DateBuilders.dateTime2(args.exactly(8)));
        into.put("EOMONTH", args -> DateBuilders.endOfMonth(args.between(1, 2)));
        into.put("ISDATE", args -> DateBuilders.isDate(args.exactly(1)));
    }

    private static Ex now(CallArgs args, SqlType type) {
        args.exactly(0);
        return Ex.of(type, env -> at(env.now, type));
    }

    static Object at(Instant instant, SqlType type) {
        OffsetDateTime utc = instant.atOffset(ZoneOffset.UTC);
        return Conversions.convert(utc, SqlType.DATETIMEOFFSET, type);
    }

    /** A date argument: text counts as datetime2 with an offset, numbers as datetime. */
    static Ex date(Ex ex, int position, String function) {
        SqlType type = ex.type();
        if (SqlTypes.isTemporal(type)) {
            return ex;
        }
        if (SqlTypes.isText(type)) {
            return Coercion.to(ex, SqlType.DATETIMEOFFSET);
        }
        if (SqlTypes.isNumber(type)) {
            return Coercion.to(ex, SqlType.DATETIME);
        }
        throw Errors.badArgument(type, position, function);
    }

    static OffsetDateTime offset(@Nullable Object value, SqlType type) {
        if (value == null) {
            throw new IllegalArgumentException("NULL has no offset");
        }
        return (OffsetDateTime) Conversions.convert(value, type, SqlType.DATETIMEOFFSET);
    }

    private static void count(CallArgs args, int count) {
        if (args.count() != count - 1) {
            throw Errors.arity(args.name(), count);
        }
    }

    private static Ex add(CallArgs args) {
        count(args, 3);
        DatePart part = DatePart.of(args.written(0), "dateadd");
        Ex date = args.get(1);
        if (SqlTypes.isText(date.type()) || SqlTypes.isNumber(date.type())) {
            date = Coercion.to(date, SqlType.DATETIME);
        } else {
            date(date, 3, "dateadd");
        }
        SqlType type = date.type();
        boolean tooFine = (type.kind() == Kind.DATE && part.nanos() > 0 && part.nanos() < 86_400_000_000_000L)
                || part == DatePart.TZOFFSET
                || part == DatePart.ISO_WEEK;
        if (tooFine) {
            throw new SqlError(
                    9810,
                    16,
                    1,
                    "The datepart " + part.name().toLowerCase(java.util.Locale.ROOT)
                            + " is not supported by date function dateadd for data type "
                            + io.sqlserversim.types.TypeNames.name(type) + ".");
        }
        Ex number = Coercion.to(args.get(0), SqlType.INT);
        return CallArgs.strict(type, v -> add(part, v[0] instanceof Integer i ? i : 0, v[1], type), number, date);
    }

    private static Object add(DatePart part, long number, @Nullable Object value, SqlType type) {
        OffsetDateTime at = offset(value, type);
        try {
            OffsetDateTime moved = switch (part) {
                case YEAR -> at.plusYears(number);
                case QUARTER -> at.plusMonths(3 * number);
                case MONTH -> at.plusMonths(number);
                case WEEK -> at.plusWeeks(number);
                case DAY, DAYOFYEAR, WEEKDAY -> at.plusDays(number);
                case HOUR -> at.plusHours(number);
                case MINUTE -> at.plusMinutes(number);
                case SECOND -> at.plusSeconds(number);
                case MILLISECOND -> at.plusNanos(number * 1_000_000L);
                case MICROSECOND -> at.plusNanos(number * 1_000L);
                default -> at.plusNanos(number);
            };
            if (moved.getYear() < 1 || moved.getYear() > 9999) {
                throw outOfRange(type);
            }
            return Conversions.convert(moved, SqlType.DATETIMEOFFSET, type);
        } catch (java.time.DateTimeException e) {
            throw outOfRange(type);
        }
    }

    private static SqlError outOfRange(SqlType type) {
        return new SqlError(
                517,
                16,
                1,
                "Adding a value to a '" + io.sqlserversim.types.TypeNames.name(type) + "' column caused an overflow.");
    }

    private static Ex difference(CallArgs args, SqlType result) {
        count(args, 3);
        DatePart part = DatePart.of(args.written(0), args.name());
        Ex from = date(args.get(0), 2, args.name());
        Ex to = date(args.get(1), 3, args.name());
        return CallArgs.strict(
                result,
                v -> {
                    LocalDateTime a = offset(v[0], from.type())
                            .withOffsetSameInstant(ZoneOffset.UTC)
                            .toLocalDateTime();
                    LocalDateTime b = offset(v[1], to.type())
                            .withOffsetSameInstant(ZoneOffset.UTC)
                            .toLocalDateTime();
                    long boundaries = DateBoundaries.between(part, a, b);
                    if (result.kind() == Kind.INT && boundaries != (int) boundaries) {
                        throw new SqlError(
                                535,
                                16,
                                0,
                                "The datediff function resulted in an overflow. The number of"
                                        + " dateparts separating two date/time instances is too large. Try to use datediff with a"
                                        + " less precise datepart.");
                    }
                    return Arithmetic.box(result, boundaries);
                },
                from,
                to);
    }

    private static Ex part(CallArgs args, DatePart part, int position) {
        if (position == 2) {
            count(args, 2);
        }
        Ex date = date(args.get(0), position, args.name());
        return CallArgs.strict(
                SqlType.INT, v -> DateBoundaries.value(part, offset(v[0], date.type()), firstDay(args)), date);
    }

    private static int firstDay(CallArgs args) {
        return args.context().state().options().firstDay();
    }

    private static Ex truncate(CallArgs args) {
        count(args, 2);
        DatePart part = DatePart.of(args.written(0), "datetrunc");
        Ex date = date(args.get(0), 2, "datetrunc");
        SqlType type = SqlTypes.isText(args.get(0).type()) ? SqlType.DATETIME2 : date.type();
        return CallArgs.strict(
                type,
                v -> Conversions.convert(
                        DateBoundaries.begin(part, offset(v[0], date.type()), firstDay(args)),
                        SqlType.DATETIMEOFFSET,
                        type),
                date);
    }

    private static Ex name(CallArgs args) {
        count(args, 2);
        DatePart part = DatePart.of(args.written(0), "datename");
        Ex date = date(args.get(0), 2, "datename");
        return CallArgs.strict(
                SqlType.nvarchar(30), v -> DateBoundaries.name(part, offset(v[0], date.type()), firstDay(args)), date);
    }
}
