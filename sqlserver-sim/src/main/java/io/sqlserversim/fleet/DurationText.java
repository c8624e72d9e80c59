package io.sqlserversim.fleet;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as options write them: a whole number and one of s, m, h, d. */
final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smhd])");

    DurationText() {}

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a time such as 90s, 30m, 3h or 2d");
        }
        long count = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }
}
