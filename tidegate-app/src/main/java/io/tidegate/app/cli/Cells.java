package io.tidegate.app.cli;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cells of one column of a table, as text: its numbers have one format. No state. */
final class Cells {
    /** Characters of a text that a table shows. */
    static final int WIDEST = 100;

    private static final int MOST_DECIMALS = 3;

    private static final double SMALLEST = 0.001;

    private Cells() {}

    static List<String> column(List<@Nullable Object> values) {
        int decimals = values.stream()
                .filter(Objects::nonNull)
                .mapToInt(Cells::decimals)
                .max()
                .orElse(0);
        return values.stream().map(value -> text(value, decimals)).toList();
    }

    static boolean isNumber(@Nullable Object value) {
        return value instanceof Number;
    }

    private static int decimals(Object value) {
        if (!isFraction(value)) {
            return 0;
        }
        BigDecimal exact = new BigDecimal(value.toString()).stripTrailingZeros();
        return Math.clamp(exact.scale(), 0, MOST_DECIMALS);
    }

    /** A number of a kind that has decimals; a DECIMAL keeps all of its own. */
    private static boolean isFraction(Object value) {
        return (value instanceof Double d && Double.isFinite(d)) || (value instanceof Float f && Float.isFinite(f));
    }

    private static String text(@Nullable Object value, int decimals) {
        if (value == null) {
            return "";
        }
        if (isFraction(value)) {
            double number = ((Number) value).doubleValue();
            String format =
                    number != 0 && Math.abs(number) < SMALLEST ? "%." + MOST_DECIMALS + "e" : "%." + decimals + "f";
            return format.formatted(number);
        }
        if (value instanceof BigDecimal exact) {
            return exact.toPlainString();
        }
        String line = Plain.text(words(value).replaceAll("\\s+", " "));
        return line.length() <= WIDEST ? line : line.substring(0, WIDEST - 3) + "...";
    }

    private static String words(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Cells::words).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(one -> one.getKey() + ": " + words(one.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value == null ? "NULL" : value instanceof BigDecimal exact ? exact.toPlainString() : value.toString();
    }
}
