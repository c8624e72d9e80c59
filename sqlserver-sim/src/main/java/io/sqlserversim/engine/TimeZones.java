package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** AT TIME ZONE, SWITCHOFFSET, TODATETIMEOFFSET. A few of Windows' zone names are known. */
final class TimeZones {
    private static final Map<String, String> ZONES = Map.of(
            "utc", "UTC",
            "gmt standard time", "Europe/London",
            "w. europe standard time", "Europe/Berlin",
            "romance standard time", "Europe/Paris",
            "central europe standard time", "Europe/Budapest",
            "eastern standard time", "America/New_York",
            "central standard time", "America/Chicago",
            "pacific standard time", "America/Los_Angeles",
            "tokyo standard time", "Asia/Tokyo",
            "aus eastern standard time", "Australia/Sydney");

    private TimeZones() {}

    static Ex bind(Ex operand, Ex zone) {
        SqlType type = operand.type();
        boolean suitable = SqlTypes.isTemporal(type) && type.kind() != Kind.DATE && type.kind() != Kind.TIME;
        if (!suitable) {
            throw new SqlError(
                    8116,
                    16,
                    1,
                    "Argument data type " + io.sqlserversim.types.TypeNames.name(type)
                            + " is invalid for argument 1 of AT TIME ZONE function.");
        }
        int scale = type.kind() == Kind.DATETIME ? 3 : type.scale();
        SqlType result = new SqlType(Kind.DATETIMEOFFSET, 0, 0, scale);
        Ex name = Coercion.to(zone, SqlType.nvarchar(128));
        return CallArgs.strict(
                result,
                v -> {
                    ZoneId id = zone(String.valueOf(v[1]));
                    OffsetDateTime moved = v[0] instanceof OffsetDateTime at
                            ? at.atZoneSameInstant(id).toOffsetDateTime()
                            : local(v[0]).atZone(id).toOffsetDateTime();
                    return Conversions.convert(moved, SqlType.DATETIMEOFFSET, result);
                },
                operand,
                name);
    }

    private static LocalDateTime local(@Nullable Object value) {
        if (value instanceof LocalDateTime local) {
            return local;
        }
        throw new IllegalArgumentException("no date and time");
    }

    private static ZoneId zone(String name) {
        String known = ZONES.get(name.toLowerCase(Locale.ROOT));
        if (known == null) {
            throw new SqlError(
                    9820, 16, 1, "The time zone parameter '" + name + "' provided to AT TIME ZONE clause is invalid.");
        }
        return ZoneId.of(known);
    }

    /** An offset written as +hh:mm, or as minutes. */
    private static ZoneOffset offset(@Nullable Object value, String function) {
        if (value instanceof Integer minutes && Math.abs(minutes) <= 14 * 60) {
            return ZoneOffset.ofTotalSeconds(minutes * 60);
        }
        if (value instanceof String text && text.matches("[+-]\\d{2}:\\d{2}")) {
            int minutes = Integer.parseInt(text.substring(1, 3)) * 60 + Integer.parseInt(text.substring(4));
            if (minutes <= 14 * 60) {
                return ZoneOffset.ofTotalSeconds((text.charAt(0) == '-' ? -minutes : minutes) * 60);
            }
        }
        throw new SqlError(9812, 16, 0, "The timezone provided to builtin function " + function + " is invalid.");
    }

    private static Ex zoneArgument(CallArgs args) {
        return SqlTypes.isInteger(args.get(1).type()) ? args.integer(1) : args.text(1);
    }

    static Ex switchOffset(CallArgs args) {
        SqlType given = args.get(0).type();
        SqlType type = given.kind() == Kind.DATETIMEOFFSET ? given : SqlType.DATETIMEOFFSET;
        Ex at = Coercion.to(args.get(0), type);
        return CallArgs.strict(
                type,
                v -> v[0] instanceof OffsetDateTime value
                        ? value.withOffsetSameInstant(offset(v[1], args.name()))
                        : null,
                at,
                zoneArgument(args));
    }

    static Ex toOffset(CallArgs args) {
        SqlType given = args.get(0).type();
        int scale = given.kind() == Kind.DATETIME2 ? given.scale() : 7;
        Ex at = Coercion.to(args.get(0), new SqlType(Kind.DATETIME2, 0, 0, scale));
        return CallArgs.strict(
                new SqlType(Kind.DATETIMEOFFSET, 0, 0, scale),
                v -> local(v[0]).atOffset(offset(v[1], args.name())),
                at,
                zoneArgument(args));
    }
}
