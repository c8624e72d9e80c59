package io.tidegate.web.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Readable spans of time. Thread-safe, no state. */
public final class Spans {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*([a-zA-Z]+)");

    private Spans() {}

    /**
     * A span: {@code 500ms}, {@code 90s}, {@code 5m}, {@code 3h}, {@code 400d}, or ISO-8601 such as {@code PT90S}.
     *
     * @param text as written
     * @return empty when it is not one; a bare number is not
     */
    public static Optional<Duration> parse(String text) {
        Matcher m = AMOUNT.matcher(text.strip());
        try {
            if (!m.matches()) {
                return Optional.of(Duration.parse(text.strip()));
            }
            long n = Long.parseLong(m.group(1));
            return switch (m.group(2).toLowerCase(Locale.ROOT)) {
                case "ms" -> Optional.of(Duration.ofMillis(n));
                case "s" -> Optional.of(Duration.ofSeconds(n));
                case "m", "min" -> Optional.of(Duration.ofMinutes(n));
                case "h" -> Optional.of(Duration.ofHours(n));
                case "d" -> Optional.of(Duration.ofDays(n));
                default -> Optional.empty();
            };
        } catch (DateTimeException | ArithmeticException notOne) {
            return Optional.empty();
        }
    }

    /**
     * A span as a user would write it.
     *
     * @param span not negative
     * @return e.g. {@code 90s}
     */
    public static String text(Duration span) {
        if (span.toMillis() % 1000 != 0) {
            return span.toMillis() + "ms";
        }
        long s = span.toSeconds();
        if (s != 0 && s % 86_400 == 0) {
            return s / 86_400 + "d";
        }
        if (s != 0 && s % 3_600 == 0) {
            return s / 3_600 + "h";
        }
        return s != 0 && s % 60 == 0 ? s / 60 + "m" : s + "s";
    }
}
