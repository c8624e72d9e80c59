package io.tidegate.app.cli;

import io.tidegate.web.http.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamWriteFeature;

/** Tables for people, JSON for programs. Confined to one thread. */
final class Output {
    private Output() {}

    /** Written as it is made: a large answer is not in memory a second time. */
    static void json(PrintWriter out, Object answer) {
        Json.mapper()
                .writerWithDefaultPrettyPrinter()
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .writeValue(out, answer);
        out.println();
        out.flush();
    }

    /** A table with a heading; numbers to the right, text to the left. */
    static void table(PrintWriter out, List<String> heading, List<List<@Nullable Object>> rows) {
        List<List<String>> columns = new ArrayList<>();
        int[] widths = new int[heading.size()];
        for (int i = 0; i < widths.length; i++) {
            int at = i;
            List<@Nullable Object> values = new ArrayList<>();
            rows.forEach(row -> values.add(row.get(at)));
            List<String> cells = new ArrayList<>(List.of(Plain.text(heading.get(i))));
            cells.addAll(Cells.column(values));
            columns.add(cells);
            widths[i] = cells.stream().mapToInt(String::length).max().orElse(0);
        }
        for (int r = 0; r <= rows.size(); r++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = columns.get(i).get(r);
                String blanks = " ".repeat(widths[i] - cell.length());
                boolean right = r > 0 && Cells.isNumber(rows.get(r - 1).get(i));
                line.append(right ? blanks + cell : cell + blanks).append("  ");
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }

    /** Whether a table shows a text in part only. */
    static boolean isCut(String text) {
        return text.length() > Cells.WIDEST;
    }
}
