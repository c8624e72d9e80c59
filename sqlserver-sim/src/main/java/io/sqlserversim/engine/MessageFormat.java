package io.sqlserversim.engine;

import io.sqlserversim.engine.StatementRunner.Typed;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The places in RAISERROR's text: %d, %s and their relatives. */
final class MessageFormat {
    private static final Pattern PLACE = Pattern.compile("%(?:%|([-+0# ]*\\d*(?:\\.\\d+)?)(?:I64|l|h)?([diouxXs]))");

    private MessageFormat() {}

    static String fill(String text, List<Typed> arguments) {
        Matcher places = PLACE.matcher(text);
        StringBuilder filled = new StringBuilder();
        int next = 0;
        while (places.find()) {
            String replacement = "%";
            if (places.group(2) != null) {
                replacement = next < arguments.size() ? place(places, arguments.get(next)) : "(null)";
                next++;
            }
            places.appendReplacement(filled, Matcher.quoteReplacement(replacement));
        }
        places.appendTail(filled);
        return filled.length() > 2047 ? filled.substring(0, 2044) + "..." : filled.toString();
    }

    private static String place(Matcher place, Typed argument) {
        if (argument.value() == null) {
            return "(null)";
        }
        char kind = place.group(2).charAt(0);
        String flags = place.group(1);
        if (kind == 's') {
            return padded(argument.text(), flags);
        }
        if (!(argument.as(io.sqlserversim.types.SqlType.BIGINT) instanceof Long number)) {
            return "(null)";
        }
        String digits = switch (kind) {
            case 'x' -> Integer.toHexString(number.intValue());
            case 'X' -> Integer.toHexString(number.intValue()).toUpperCase(java.util.Locale.ROOT);
            case 'o' -> Integer.toOctalString(number.intValue());
            case 'u' -> Integer.toUnsignedString(number.intValue());
            default -> Long.toString(number);
        };
        return padded(digits, flags);
    }

    private static String padded(String text, String flags) {
        boolean left = flags.contains("-");
        boolean zeros = flags.startsWith("0");
        String widthText = flags.replaceAll("\\..*|[-+# ]", "");
        int width = widthText.isEmpty() ? 0 : Integer.parseInt(widthText);
        if (text.length() >= width) {
            return text;
        }
        String fill = (zeros && !left ? "0" : " ").repeat(width - text.length());
        return left ? text + fill : fill + text;
    }
}
