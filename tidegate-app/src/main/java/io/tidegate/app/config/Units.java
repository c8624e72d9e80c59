package io.tidegate.app.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Readable durations and sizes. Thread-safe, no state. */
public final class Units {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*([a-zA-Z]+)");

    private Units() {}

    /**
     * A duration: {@code 500ms}, {@code 90s}, {@code 5m}, {@code 3h}, {@code 400d}, or ISO-8601 such as {@code PT90S}.
     *
     * @param text as written
     * @return empty when it is not one; a bare number is not
     */
    public static Optional<Duration> duration(String text) {
        Matcher m = AMOUNT.matcher(text.strip());
        if (m.matches()) {
            long n = Long.parseLong(m.group(1));
            return switch (m.group(2).toLowerCase(Locale.ROOT)) {
                case "ms" -> Optional.of(Duration.ofMillis(n));
                case "s" -> Optional.of(Duration.ofSeconds(n));
                case "m", "min" -> Optional.of(Duration.ofMinutes(n));
                case "h" -> Optional.of(Duration.ofHours(n));
                case "d" -> Optional.of(Duration.ofDays(n));
                default -> Optional.empty();
            };
        }
        try {
            return Optional.of(Duration.parse(text.strip()));
        } catch (DateTimeException notOne) {
            return Optional.empty();
        }
    }

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
     * A duration as a user would write it.
     *
     * @param duration not negative
     * @return e.g. {@code 90s}
     */
    public static String text(Duration duration) {
        if (duration.toMillis() % 1000 != 0) {
            return duration.toMillis() + "ms";
        }
        long s = duration.toSeconds();
        if (s != 0 && s % 86_400 == 0) {
            return s / 86_400 + "d";
        }
        if (s != 0 && s % 3_600 == 0) {
            return s / 3_600 + "h";
        }
        return s != 0 && s % 60 == 0 ? s / 60 + "m" : s + "s";
    }
}
