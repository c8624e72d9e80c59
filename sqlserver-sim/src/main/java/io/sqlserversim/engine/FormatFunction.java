package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlType.Kind;
import io.sqlserversim.types.SqlTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * FORMAT in the culture en-US: N, F, D, P, C and X with digits and patterns of {@code 0 # , . %} for numbers, {@code d} and
 * {@code s} and patterns of {@code y M d H h m s f t z} for dates. What it does not know it refuses with Msg 40510.
 */
final class FormatFunction {
    private static final Pattern STANDARD = Pattern.compile("([NFDPCXnfdpcx])(\\d{0,2})");
    private static final Pattern CUSTOM = Pattern.compile("[#0,.%]+");
    private static final Pattern DATE_PART =
            Pattern.compile("'[^']*'|y{1,4}|M{1,4}|d{1,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|f{1,7}|t{1,2}|z{3}|.");
    private static final DecimalFormatSymbols SYMBOLS = DecimalFormatSymbols.getInstance(Locale.US);

    private FormatFunction() {}

    static Ex bind(CallArgs args) {
        Ex value = args.between(2, 3).get(0);
        SqlType type = value.type();
        boolean date = SqlTypes.isTemporal(type) && type.kind() != Kind.TIME;
        if (!date && (!SqlTypes.isNumber(type) || type.kind() == Kind.BIT)) {
            throw Errors.badArgument(type, 1, "format");
        }
        Ex culture = args.count() > 2 ? args.name(2) : new Ex.Constant(SqlType.nvarchar(10), "en-us");
        return CallArgs.strict(
                SqlType.nvarchar(4000),
                v -> {
                    checkCulture(String.valueOf(v[2]));
                    String format = String.valueOf(v[1]);
                    return date
                            ? date(DateFunctions.offset(v[0], type), format)
                            : number(decimal(v[0]), format, SqlTypes.isInteger(type));
                },
                value,
                args.name(1),
                culture);
    }

    private static void checkCulture(String culture) {
        if (!culture.equalsIgnoreCase("en-us") && !culture.isEmpty()) {
            throw new SqlError(
                    9818,
                    16,
                    1,
                    "The culture parameter '" + culture + "' provided in the function call is not supported.");
        }
    }

    private static BigDecimal decimal(@Nullable Object value) {
        if (value instanceof Double number) {
            return BigDecimal.valueOf(number);
        }
        if (value instanceof Float number) {
            return new BigDecimal(number.toString());
        }
        return value instanceof BigDecimal number
                ? number
                : (BigDecimal) Conversions.convert(String.valueOf(value), SqlType.varchar(40), SqlType.decimal(38, 0));
    }

    private static @Nullable String number(BigDecimal value, String format, boolean whole) {
        Matcher standard = STANDARD.matcher(format);
        if (standard.matches()) {
            String digits = standard.group(2);
            return standard(value, Character.toUpperCase(standard.group(1).charAt(0)), digits, whole);
        }
        if (!CUSTOM.matcher(format).matches()) {
            throw unknown(format);
        }
        if (format.indexOf('0') < 0 && value.setScale(0, RoundingMode.HALF_UP).signum() == 0) {
            return "";
        }
        try {
            return java(value, format);
        } catch (IllegalArgumentException notJavas) {
            throw unknown(format);
        }
    }

    private static @Nullable String standard(BigDecimal value, char kind, String digits, boolean whole) {
        int places = digits.isEmpty() ? 2 : Integer.parseInt(digits);
        String fraction = places == 0 ? "" : "." + "0".repeat(places);
        return switch (kind) {
            case 'N' -> java(value, "#,##0" + fraction);
            case 'F' -> java(value, "0" + fraction);
            case 'P' -> java(value.movePointRight(2), "#,##0" + fraction) + " %";
            case 'C' -> java(value, "$#,##0" + fraction + ";($#,##0" + fraction + ")");
            case 'D' -> whole ? java(value, "0".repeat(Math.max(1, digits.isEmpty() ? 1 : places))) : null;
            default -> whole ? hexadecimal(value.toBigInteger(), digits.isEmpty() ? 1 : places) : null;
        };
    }

    private static String hexadecimal(BigInteger value, int least) {
        String text = (value.signum() < 0 ? Integer.toHexString(value.intValue()) : value.toString(16))
                .toUpperCase(Locale.ROOT);
        return "0".repeat(Math.max(0, least - text.length())) + text;
    }

    private static String java(BigDecimal value, String pattern) {
        DecimalFormat format = new DecimalFormat(pattern, SYMBOLS);
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format.format(value);
    }

    /** Null for a format that is none: a quote that is not closed. */
    private static @Nullable String date(OffsetDateTime at, String format) {
        String pattern = switch (format) {
            case "d" -> "M/d/yyyy";
            case "s" -> "yyyy-MM-ddTHH:mm:ss";
            default -> format;
        };
        if (pattern.length() == 1) {
            throw unknown(format);
        }
        StringBuilder text = new StringBuilder();
        Matcher part = DATE_PART.matcher(pattern);
        while (part.find()) {
            String one = part.group();
            if (one.equals("'")) {
                return null;
            }
            text.append(one.startsWith("'") ? one.substring(1, one.length() - 1) : part(at, one, format));
        }
        return text.toString();
    }

    private static String part(OffsetDateTime at, String part, String format) {
        String pattern = switch (part.charAt(0)) {
            case 'y' -> part.length() == 2 || part.length() == 4 ? "u".repeat(part.length()) : "";
            case 'M', 'H', 'h', 'm', 's' -> part;
            case 'd' -> part.length() > 2 ? "E".repeat(part.length()) : part;
            case 'f' -> "S".repeat(part.length());
            case 't' -> part.length() == 2 ? "a" : "";
            case 'z' -> part.length() == 3 ? "xxx" : "";
            case '%', '\\', '"', 'F', 'g', 'K' -> "";
            default -> "'" + part + "'";
        };
        if (pattern.isEmpty()) {
            throw unknown(format);
        }
        return DateTimeFormatter.ofPattern(pattern, Locale.US).format(at);
    }

    private static SqlError unknown(String format) {
        return new SqlError(
                40510, 15, 1, "Statement 'FORMAT with " + format + "' is not supported in this version of SQL Server.");
    }
}
