package io.sqlserversim.engine;

import io.sqlserversim.engine.StatementRunner.Typed;
import io.sqlserversim.types.SqlType;
import io.sqlserversim.types.SqlTypes;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The places in RAISERROR's text: %d, %s and their relatives. */
final class MessageFormat {
    private static final Pattern PLACE =
            Pattern.compile("%(?:%|([-+0# ]*)(\\d+|\\*)?(?:\\.(\\d+|\\*))?(?:I64|l|h)?([diouxXs]))");

    private MessageFormat() {}

    /** Fills the places in a text; a place without its argument shows (null). */
    static String fill(String text, List<Typed> arguments) {
        Matcher places = PLACE.matcher(text);
        StringBuilder filled = new StringBuilder();
        Arguments left = new Arguments(arguments);
        while (places.find()) {
            String replacement = places.group(4) == null ? "%" : place(places, left);
            places.appendReplacement(filled, Matcher.quoteReplacement(replacement));
        }
        places.appendTail(filled);
        return filled.length() > 2047 ? filled.substring(0, 2044) + "..." : filled.toString();
    }

    /** The arguments one after the other. */
    private static final class Arguments {
        private final List<Typed> all;
        private int next;

        Arguments(List<Typed> all) {
            this.all = all;
        }

        @Nullable
        Typed next(boolean text) {
            if (next >= all.size()) {
                return null;
            }
            Typed argument = all.get(next++);
            boolean suits = text ? SqlTypes.isText(argument.type()) : SqlTypes.isInteger(argument.type());
            if (!suits && argument.value() != null) {
                throw new SqlError(
                        2786,
                        16,
                        1,
                        "The data type of substitution parameter " + next
                                + " does not match the expected type of the format specification.");
            }
            return argument;
        }

        /** A width or a precision: its digits, or the next argument for an asterisk; -1 for none. */
        int size(@Nullable String written) {
            if (written == null) {
                return -1;
            }
            if (!written.equals("*")) {
                return Integer.parseInt(written);
            }
            Typed argument = next(false);
            return argument == null ? -1 : argument.integer(-1);
        }
    }

    private static String place(Matcher place, Arguments arguments) {
        String flags = place.group(1);
        int width = arguments.size(place.group(2));
        int precision = arguments.size(place.group(3));
        char kind = place.group(4).charAt(0);
        Typed argument = arguments.next(kind == 's');
        if (argument == null || argument.value() == null) {
            return "(null)";
        }
        String text = kind == 's' ? argument.text() : number(argument, kind, flags);
        if (kind == 's' && precision >= 0 && precision < text.length()) {
            text = text.substring(0, precision);
        }
        return padded(text, flags, width);
    }

    private static String number(Typed argument, char kind, String flags) {
        if (!(argument.as(SqlType.BIGINT) instanceof Long number)) {
            return "(null)";
        }
        boolean marked = flags.contains("#") && number != 0;
        return switch (kind) {
            case 'x' -> (marked ? "0x" : "") + Integer.toHexString(number.intValue());
            case 'X' ->
                (marked ? "0X" : "") + Integer.toHexString(number.intValue()).toUpperCase(Locale.ROOT);
            case 'o' -> (marked ? "0" : "") + Integer.toOctalString(number.intValue());
            case 'u' -> Integer.toUnsignedString(number.intValue());
            default -> (number >= 0 ? flags.contains("+") ? "+" : flags.contains(" ") ? " " : "" : "") + number;
        };
    }

    private static String padded(String text, String flags, int width) {
        if (text.length() >= width) {
            return text;
        }
        boolean left = flags.contains("-");
        String fill = (flags.contains("0") && !left ? "0" : " ").repeat(width - text.length());
        return left ? text + fill : fill + text;
    }
}
