package io.sqlserversim.engine;

import io.sqlserversim.types.Conversions;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions that build text. */
final class TextShapes {
    private TextShapes() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("CONCAT", TextShapes::concat);
        into.put("CONCAT_WS", TextShapes::concatWithSeparator);
        into.put("REPLACE", args -> replace(args.exactly(3)));
        into.put("REPLICATE", args -> replicate(args.exactly(2)));
        into.put(
                "SPACE",
                args -> CallArgs.strict(
                        SqlType.varchar(8000),
                        v -> " ".repeat(Math.clamp(number(v[0]), 0, 8000)),
                        args.exactly(1).integer(0)));
        into.put("QUOTENAME", args -> quoteName(args.between(1, 2)));
        into.put("STR", args -> str(args.between(1, 3)));
        into.put("FORMAT", FormatFunction::bind);
        into.put("TRANSLATE", args -> translate(args.exactly(3)));
        into.put("STRING_ESCAPE", args -> escape(args.exactly(2)));
        into.put(
                "XML_TEXT",
                args -> CallArgs.strict(
                        SqlType.nvarchar(SqlType.MAX), v -> ForXmlRows.textOf(String.valueOf(v[0])), args.get(0)));
        into.put("STUFF", args -> stuff(args.exactly(4)));
        into.put(
                "CHAR",
                args -> CallArgs.strict(
                        SqlType.varchar(1),
                        v -> character(v[0], 255),
                        args.exactly(1).integer(0)));
        into.put(
                "NCHAR",
                args -> CallArgs.strict(
                        SqlType.nvarchar(1),
                        v -> character(v[0], 65535),
                        args.exactly(1).integer(0)));
    }

    static int number(@Nullable Object value) {
        return value instanceof Integer i ? i : 0;
    }

    private static @Nullable String character(@Nullable Object code, int most) {
        int value = number(code);
        return value < 0 || value > most ? null : String.valueOf((char) value);
    }

    private static SqlType joined(List<Ex> parts) {
        boolean unicode = parts.stream().anyMatch(part -> SqlTypes.isUnicode(part.type()));
        boolean max = parts.stream().anyMatch(part -> part.type().length() == SqlType.MAX);
        int length = max ? SqlType.MAX : unicode ? 4000 : 8000;
        SqlType type = unicode ? SqlType.nvarchar(length) : SqlType.varchar(length);
        return type.with(Collations.resolve(parts, "concat"));
    }

    private static String text(@Nullable Object value, Ex part) {
        if (value == null) {
            return "";
        }
        return value instanceof String s ? s : (String) Conversions.convert(value, part.type(), SqlType.nvarchar(4000));
    }

    private static Ex concat(CallArgs args) {
        args.between(2, 254);
        List<Ex> parts = args.all();
        return Ex.of(
                joined(parts),
                env -> {
                    StringBuilder joined = new StringBuilder();
                    for (Ex part : parts) {
                        joined.append(text(part.eval(env), part));
                    }
                    return joined.toString();
                },
                parts.toArray(new Ex[0]));
    }

    private static Ex concatWithSeparator(CallArgs args) {
        args.between(3, 254);
        List<Ex> parts = args.all();
        return Ex.of(
                joined(parts),
                env -> {
                    String separator = text(parts.getFirst().eval(env), parts.getFirst());
                    StringBuilder joined = new StringBuilder();
                    boolean any = false;
                    for (Ex part : parts.subList(1, parts.size())) {
                        Object value = part.eval(env);
                        if (value != null) {
                            joined.append(any ? separator : "").append(text(value, part));
                            any = true;
                        }
                    }
                    return joined.toString();
                },
                parts.toArray(new Ex[0]));
    }

    private static Ex replace(CallArgs args) {
        List<Ex> parts = List.of(args.text(0), args.text(1), args.text(2));
        SqlType type = joined(parts);
        return CallArgs.strict(
                type,
                v -> {
                    String text = String.valueOf(v[0]);
                    String wanted = type.collation().fold(String.valueOf(v[1]));
                    if (wanted.isEmpty()) {
                        return text;
                    }
                    String folded = type.collation().fold(text);
                    StringBuilder result = new StringBuilder();
                    int from = 0;
                    for (int at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
                        result.append(text, from, at).append(v[2]);
                        from = at + wanted.length();
                    }
                    return result.append(text.substring(from)).toString();
                },
                parts.get(0),
                parts.get(1),
                parts.get(2));
    }

    private static Ex replicate(CallArgs args) {
        Ex text = args.text(0);
        boolean max = text.type().length() == SqlType.MAX;
        int most = max ? 1 << 28 : SqlTypes.isUnicode(text.type()) ? 4000 : 8000;
        return CallArgs.strict(
                TextFunctions.varying(text.type(), most),
                v -> {
                    String value = String.valueOf(v[0]);
                    if (number(v[1]) < 0) {
                        return null;
                    }
                    int times = value.isEmpty() ? 0 : Math.min(number(v[1]), most / value.length() + 1);
                    String repeated = value.repeat(times);
                    return repeated.length() > most ? repeated.substring(0, most) : repeated;
                },
                text,
                args.integer(1));
    }

    private static Ex quoteName(CallArgs args) {
        Ex quote = args.count() > 1 ? args.text(1) : new Ex.Constant(SqlType.varchar(1), "[");
        return CallArgs.strict(
                SqlType.nvarchar(258),
                v -> {
                    String name = String.valueOf(v[0]);
                    String given = String.valueOf(v[1]);
                    if (name.length() > 128 || given.isEmpty()) {
                        return null;
                    }
                    int at = "[]'\"(){}<>`".indexOf(given.charAt(0));
                    if (at < 0) {
                        return null;
                    }
                    char open = "[['\"(({{<<`".charAt(at);
                    char close = "]]'\"))}}>>`".charAt(at);
                    return open + name.replace(String.valueOf(close), String.valueOf(close) + close) + close;
                },
                args.name(0),
                quote);
    }

    private static Ex str(CallArgs args) {
        Ex length = args.count() > 1 ? args.integer(1) : new Ex.Constant(SqlType.INT, 10);
        Ex decimals = args.count() > 2 ? args.integer(2) : new Ex.Constant(SqlType.INT, 0);
        return CallArgs.strict(
                SqlType.varchar(8000),
                v -> {
                    int width = number(v[1]);
                    int scale = Math.clamp(number(v[2]), 0, 16);
                    double value = v[0] instanceof Double d ? d : 0;
                    String text = new BigDecimal(value)
                            .setScale(scale, RoundingMode.HALF_UP)
                            .toPlainString();
                    if (text.length() > width) {
                        int point = text.indexOf('.');
                        int whole = point < 0 ? text.length() : point;
                        return whole > width ? "*".repeat(Math.max(0, width)) : text.substring(0, width);
                    }
                    return " ".repeat(width - text.length()) + text;
                },
                args.floating(0),
                length,
                decimals);
    }

    private static Ex translate(CallArgs args) {
        Ex text = args.text(0);
        TextCollation collation = Collations.resolve(List.of(text, args.text(1)), "translate");
        return CallArgs.strict(
                TextFunctions.varying(text.type(), text.type().length()),
                v -> {
                    String from = collation.fold(String.valueOf(v[1]));
                    String to = String.valueOf(v[2]);
                    if (from.length() != to.length()) {
                        throw new SqlError(
                                9828,
                                16,
                                1,
                                "The second and third arguments of the TRANSLATE built-in function must contain an equal"
                                        + " number of characters.");
                    }
                    StringBuilder result = new StringBuilder();
                    for (char c : String.valueOf(v[0]).toCharArray()) {
                        int at = from.indexOf(collation.fold(String.valueOf(c)));
                        result.append(at < 0 ? c : to.charAt(at));
                    }
                    return result.toString();
                },
                text,
                args.text(1),
                args.text(2));
    }

    private static Ex escape(CallArgs args) {
        return CallArgs.strict(
                SqlType.nvarchar(SqlType.MAX),
                v -> {
                    if (!String.valueOf(v[1]).equalsIgnoreCase("json")) {
                        throw new SqlError(13614, 16, 1, "Unsupported escape type '" + v[1] + "'.");
                    }
                    StringBuilder result = new StringBuilder();
                    for (char c : String.valueOf(v[0]).toCharArray()) {
                        int at = "\"\\/\b\f\n\r\t".indexOf(c);
                        if (at >= 0) {
                            result.append('\\').append("\"\\/bfnrt".charAt(at));
                        } else if (c < ' ') {
                            result.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
                        } else {
                            result.append(c);
                        }
                    }
                    return result.toString();
                },
                args.text(0),
                args.text(1));
    }

    private static Ex stuff(CallArgs args) {
        List<Ex> texts = List.of(args.text(0), args.text(3));
        return CallArgs.strict(
                joined(texts),
                v -> {
                    String text = String.valueOf(v[0]);
                    int start = number(v[1]);
                    int length = number(v[2]);
                    if (start < 1 || start > text.length() || length < 0) {
                        return null;
                    }
                    int to = Math.min(text.length(), start - 1 + length);
                    return text.substring(0, start - 1) + v[3] + text.substring(to);
                },
                texts.get(0),
                args.integer(1),
                args.integer(2),
                texts.get(1));
    }

    static Ex subBytes(CallArgs args) {
        Ex bytes = args.get(0);
        return CallArgs.strict(
                SqlType.varbinary(bytes.type().length()),
                v -> {
                    byte[] value = v[0] instanceof byte[] b ? b : new byte[0];
                    long start = v[1] instanceof Long l ? l - 1 : 0;
                    long length = v[2] instanceof Long l ? l : 0;
                    int from = Math.clamp(start, 0, value.length);
                    int to = Math.clamp(start + length, from, value.length);
                    return Arrays.copyOfRange(value, from, to);
                },
                bytes,
                args.bigint(1),
                args.bigint(2));
    }
}
