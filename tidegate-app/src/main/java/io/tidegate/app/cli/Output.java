package io.tidegate.app.cli;

import io.tidegate.web.http.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables for people, JSON for programs. Confined to one thread. */
final class Output {
    private static final int WIDEST = 100;

    private Output() {}

    static void json(PrintWriter out, Object answer) {
        out.println(Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer));
        out.flush();
    }

    /** A table with a heading; numbers to the right, text to the left. */
    static void table(PrintWriter out, List<String> heading, List<List<@Nullable Object>> rows) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(heading);
        rows.forEach(row -> cells.add(row.stream().map(Output::text).toList()));
        int[] widths = new int[heading.size()];
        for (List<String> row : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (int r = 0; r < cells.size(); r++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = cells.get(r).get(i);
                String blanks = " ".repeat(widths[i] - cell.length());
                boolean right = r > 0 && rows.get(r - 1).get(i) instanceof Number;
                line.append(right ? blanks + cell : cell + blanks).append("  ");
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }

    /** Whether a table shows a text in part only. */
    static boolean isCut(String text) {
        return text.length() > WIDEST;
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double d) {
            return d == Math.rint(d) && Math.abs(d) < 1e15 ? Long.toString(Math.round(d)) : "%.3f".formatted(d);
        }
        String line = value.toString().replaceAll("\\s+", " ");
        return line.length() <= WIDEST ? line : line.substring(0, WIDEST - 3) + "...";
    }
}
