package io.tidegate.app.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Readable sizes. Thread-safe, no state. */
public final class Units {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*([a-zA-Z]+)");

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");

    private Units() {}

    /**
     * A size: {@code 512KB}, {@code 64MB}, {@code 2GB}; powers of 1024.
     *
     * @param text as written
     * @return bytes; empty when it is not one; a bare number is not
     */
    public static Optional<Long> bytes(String text) {
        Matcher m = AMOUNT.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        long n = Long.parseLong(m.group(1));
        return switch (m.group(2).toUpperCase(Locale.ROOT)) {
            case "B" -> Optional.of(n);
            case "KB", "KIB" -> Optional.of(n << 10);
            case "MB", "MIB" -> Optional.of(n << 20);
            case "GB", "GIB" -> Optional.of(n << 30);
            default -> Optional.empty();
        };
    }

    /**
     * A percentage: {@code 0.2%}, {@code 5 %}.
     *
     * @param text as written
     * @return the number before the sign; empty when it is not one; a bare number is not
     */
    public static Optional<Double> percent(String text) {
        Matcher m = PERCENT.matcher(text.strip());
        return m.matches() ? Optional.of(Double.valueOf(m.group(1))) : Optional.empty();
    }
}
