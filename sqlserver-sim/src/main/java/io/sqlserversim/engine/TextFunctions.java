package io.sqlserversim.engine;

import io.sqlserversim.types.Collation;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import io.sqlserversim.types.TextCollation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Functions that measure, cut and search text. */
final class TextFunctions {
    private TextFunctions() {}

    static void register(Map<String, Functions.Binder> into) {
        into.put("LEN", args -> length(args.exactly(1)));
        into.put("DATALENGTH", args -> dataLength(args.exactly(1)));
        into.put("LEFT", args -> end(args.exactly(2), true));
        into.put("RIGHT", args -> end(args.exactly(2), false));
        into.put("SUBSTRING", args -> substring(args.exactly(3)));
        into.put("UPPER", args -> map(args.exactly(1), text -> text.toUpperCase(locale(args))));
        into.put("LOWER", args -> map(args.exactly(1), text -> text.toLowerCase(locale(args))));
        into.put("LTRIM", args -> map(args.exactly(1), text -> trim(text, " ", true, false)));
        into.put("RTRIM", args -> map(args.exactly(1), text -> trim(text, " ", false, true)));
        into.put("TRIM", args -> trim(args.between(1, 2)));
        into.put(
                "REVERSE",
                args -> map(
                        args.exactly(1),
                        text -> new StringBuilder(text).reverse().toString()));
        into.put("CHARINDEX", args -> charIndex(args.between(2, 3)));
        into.put("PATINDEX", args -> patIndex(args.exactly(2)));
        into.put(
                "ASCII",
                args -> CallArgs.strict(
                        SqlType.INT, v -> first(v[0], 0xFF), args.exactly(1).text(0)));
        into.put(
                "UNICODE",
                args -> CallArgs.strict(
                        SqlType.INT, v -> first(v[0], 0xFFFF), args.exactly(1).text(0)));
    }

    private static @org.jspecify.annotations.Nullable Integer first(
            @org.jspecify.annotations.Nullable Object text, int mask) {
        String value = String.valueOf(text);
        return value.isEmpty() ? null : value.charAt(0) & mask;
    }

    private static Locale locale(CallArgs args) {
        return args.text(0).type().collation().locale();
    }

    private static Ex length(CallArgs args) {
        Ex text = args.text(0);
        boolean max = text.type().length() == SqlType.MAX;
        return CallArgs.strict(
                max ? SqlType.BIGINT : SqlType.INT,
                v -> {
                    int length = Collation.lengthWithoutTrailingBlanks((String) java.util.Objects.requireNonNull(v[0]));
                    return max ? (Object) (long) length : (Object) length;
                },
                text);
    }

    private static Ex dataLength(CallArgs args) {
        Ex value = args.get(0);
        boolean max = value.type().length() == SqlType.MAX;
        return CallArgs.strict(
                max ? SqlType.BIGINT : SqlType.INT,
                v -> {
                    int bytes = Sizes.bytes(java.util.Objects.requireNonNull(v[0]), value.type());
                    return max ? (Object) (long) bytes : (Object) bytes;
                },
                value);
    }

    /** A text type of at most so many characters; (max) stays. */
    static SqlType varying(SqlType type, int length) {
        int kept = type.length() == SqlType.MAX ? SqlType.MAX : Math.max(1, length);
        SqlType varying = SqlTypes.isUnicode(type) ? SqlType.nvarchar(kept) : SqlType.varchar(kept);
        return varying.with(type.collation());
    }

    private static Ex end(CallArgs args, boolean left) {
        Ex text = args.text(0);
        Ex count = args.integer(1);
        int most = text.type().length();
        if (count instanceof Ex.Constant constant && constant.value() instanceof Integer i && most != SqlType.MAX) {
            most = Math.min(most, Math.max(1, i));
        }
        return CallArgs.strict(
                varying(text.type(), most),
                v -> {
                    String value = String.valueOf(v[0]);
                    int wanted = (Integer) java.util.Objects.requireNonNull(v[1]);
                    if (wanted < 0) {
                        throw new SqlError(
                                536,
                                16,
                                left ? 4 : 2,
                                "Invalid length parameter passed to the " + args.name() + " function.");
                    }
                    int length = Math.min(wanted, value.length());
                    return left ? value.substring(0, length) : value.substring(value.length() - length);
                },
                text,
                count);
    }

    private static Ex substring(CallArgs args) {
        if (SqlTypes.isBinary(args.get(0).type())) {
            return TextShapes.subBytes(args);
        }
        Ex text = args.text(0);
        Ex count = args.bigint(2);
        int most = text.type().length();
        if (count instanceof Ex.Constant constant && constant.value() instanceof Long l && most != SqlType.MAX) {
            most = (int) Math.min(most, Math.max(1, l));
        }
        return CallArgs.strict(
                varying(text.type(), most),
                v -> {
                    String value = String.valueOf(v[0]);
                    long start = (Long) java.util.Objects.requireNonNull(v[1]);
                    long length = (Long) java.util.Objects.requireNonNull(v[2]);
                    if (length < 0) {
                        throw new SqlError(
                                537, 16, 3, "Invalid length parameter passed to the LEFT or SUBSTRING" + " function.");
                    }
                    long from = Math.clamp(start - 1, 0, value.length());
                    long to = Math.clamp(start - 1 + length, from, value.length());
                    return value.substring((int) from, (int) to);
                },
                text,
                args.bigint(1),
                count);
    }

    static Ex map(CallArgs args, UnaryOperator<String> body) {
        Ex text = args.text(0);
        return CallArgs.strict(varying(text.type(), text.type().length()), v -> body.apply(String.valueOf(v[0])), text);
    }

    private static String trim(String text, String characters, boolean left, boolean right) {
        int from = 0;
        int to = text.length();
        while (left && from < to && characters.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (right && to > from && characters.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }

    private static Ex trim(CallArgs args) {
        Ex text = args.text(0);
        Ex characters = args.count() > 1 ? args.text(1) : new Ex.Constant(SqlType.varchar(1), " ");
        return CallArgs.strict(
                varying(text.type(), text.type().length()),
                v -> trim(String.valueOf(v[0]), String.valueOf(v[1]), true, true),
                text,
                characters);
    }

    private static Ex charIndex(CallArgs args) {
        List<Ex> operands = new ArrayList<>(List.of(args.text(0), args.text(1)));
        if (args.count() > 2) {
            operands.add(args.integer(2));
        }
        boolean max = args.get(1).type().length() == SqlType.MAX;
        TextCollation collation = Collations.resolve(List.of(args.text(0), args.text(1)), "charindex");
        return CallArgs.strict(
                max ? SqlType.BIGINT : SqlType.INT,
                v -> {
                    String wanted = collation.fold(String.valueOf(v[0]));
                    String in = collation.fold(String.valueOf(v[1]));
                    int start = v.length > 2 && v[2] instanceof Integer i ? Math.max(0, i - 1) : 0;
                    int at = wanted.isEmpty() ? 0 : in.indexOf(wanted, start) + 1;
                    return max ? (Object) (long) at : (Object) at;
                },
                operands.toArray(new Ex[0]));
    }

    private static Ex patIndex(CallArgs args) {
        TextCollation collation = Collations.resolve(List.of(args.text(0), args.text(1)), "patindex");
        return CallArgs.strict(
                SqlType.INT,
                v -> {
                    String pattern = collation.fold(String.valueOf(v[0]));
                    String text = collation.fold(String.valueOf(v[1]));
                    boolean openStart = pattern.startsWith("%");
                    String rest = openStart ? pattern.substring(1) : pattern;
                    for (int i = 0; i <= (openStart ? text.length() : 0); i++) {
                        if (LikePred.compile(rest, '\0', true)
                                .matcher(text.substring(i))
                                .matches()) {
                            return i + 1;
                        }
                    }
                    return 0;
                },
                args.text(0),
                args.text(1));
    }
}
