package io.tidegate.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /** Its heads and rows. */
    record Content(List<String> columns, List<List<String>> rows) {}

    Content content() {
        return new Content(rows.getFirst(), List.copyOf(rows.subList(1, rows.size())));
    }

    /**
     * Reports it.
     *
     * @param out where to
     */
    public void print(Report out) {
        out.table(this);
    }

    /** Markdown, columns aligned. */
    List<String> lines() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                line.append(' ')
                        .append(cell)
                        .append(" ".repeat(widths[i] - cell.length()))
                        .append(" |");
            }
            lines.add(line.toString());
            if (lines.size() == 1) {
                lines.add(IntStream.of(widths)
                        .mapToObj(width -> "-".repeat(width + 2))
                        .collect(Collectors.joining("|", "|", "|")));
            }
        }
        return lines;
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
