package io.tidegate.bench.run;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A small table in Markdown, so that it can be put into a page as it is. Confined to one thread. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * A table without rows.
     *
     * @param heads of the columns
     */
    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are heads
     * @return this table
     */
    public Table row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    "a row must have " + rows.getFirst().size() + " cells, had " + cells.length);
        }
        rows.add(List.of(cells));
        return this;
    }

    /**
     * Prints it, columns aligned.
     *
     * @param out where to
     */
    public void print(PrintWriter out) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            StringBuilder line = new StringBuilder("|");
            StringBuilder rule = new StringBuilder("|");
            for (int i = 0; i < columns; i++) {
                String cell = rows.get(r).get(i);
                line.append(' ')
                        .append(cell)
                        .append(" ".repeat(widths[i] - cell.length()))
                        .append(" |");
                rule.append("-".repeat(widths[i] + 2)).append('|');
            }
            out.println(line);
            if (r == 0) {
                out.println(rule);
            }
        }
        out.println();
        out.flush();
    }

    /**
     * A number for a cell.
     *
     * @param value what
     * @param decimals how many digits behind the point
     * @return the same in every locale
     */
    public static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
