package io.tidegate.core.store.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A user's SELECT within bounds that the engine itself keeps: drivers take many rows into the heap at once, so a row that
 * goes past the bytes must come without its values. No state.
 */
public final class AnswerSql {
    /** Bytes that a value takes besides its text. */
    static final int CELL = 16;

    private static final String TOTAL = "tidegate_bytes";

    /** What may stand behind a statement: its end, white space and comments. */
    private static final Pattern TAIL =
            Pattern.compile("(?:\\s|;|--[^\\n'\"]*(?:\\n|\\z)|/\\*[^*'\"]*\\*/)*\\z", Pattern.DOTALL);

    private AnswerSql() {}

    /**
     * The SELECT, with one column more behind the user's own: how many bytes the answer has up to and with the row. Values
     * of rows behind {@code maxBytes} are NULL. The order of rows is the user's.
     *
     * @param select the user's; one statement
     * @param labels names of its columns
     * @param size gives, for a column's name, an expression for the bytes of its text; NULL for a NULL
     * @param maxRows one row more than these is given, where there is one
     * @param maxBytes where values end
     * @return a SELECT
     */
    public static String within(
            String select, List<String> labels, UnaryOperator<String> size, int maxRows, long maxBytes) {
        List<String> names = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        List<String> sizes = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            String name = "tidegate_c" + i;
            names.add(name);
            kept.add("CASE WHEN " + TOTAL + " <= " + maxBytes + " THEN " + name + " END AS " + quoted(labels.get(i)));
            sizes.add("coalesce(" + size.apply(name) + ", 0)");
        }
        return "SELECT " + String.join(", ", kept) + ", " + TOTAL + " FROM (SELECT *, sum(" + (CELL * labels.size())
                + " + " + sizes.stream().collect(Collectors.joining(" + "))
                + ") OVER (ROWS UNBOUNDED PRECEDING) AS " + TOTAL + " FROM (SELECT * FROM (\n" + bare(select)
                + "\n) AS tidegate_all LIMIT " + (maxRows + 1L) + ") AS tidegate_some(" + String.join(", ", names)
                + ")) AS tidegate_summed";
    }

    private static String bare(String select) {
        return TAIL.matcher(select).replaceFirst("");
    }

    private static String quoted(String label) {
        return '"' + label.replace("\"", "\"\"") + '"';
    }
}
