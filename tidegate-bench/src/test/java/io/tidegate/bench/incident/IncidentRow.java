package io.tidegate.bench.incident;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A row of {@code docs/incidents.md}. Immutable.
 *
 * @param number the incident's number
 * @param holds what must hold
 * @param tests the tests that are named, as {@code Class#method}; empty when there is none
 * @param reason what the last cell says beside the tests; empty when there are only tests
 */
record IncidentRow(int number, String holds, List<String> tests, String reason) {
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| (.+) \\| (.+) \\|");
    private static final Pattern TEST = Pattern.compile("`([\\w.]+#\\w+)`");

    /** Reads all rows of the page. */
    static List<IncidentRow> read(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .map(row -> of(Integer.parseInt(row.group(1)), row.group(2), row.group(3)))
                .toList();
    }

    /** Takes a row's cells apart. */
    static IncidentRow of(int number, String holds, String cell) {
        List<String> tests =
                TEST.matcher(cell).results().map(found -> found.group(1)).toList();
        String rest =
                TEST.matcher(cell).replaceAll("").replaceAll("^[,;\\s]+", "").strip();
        return new IncidentRow(number, holds, tests, rest);
    }

    /** Whether the row says why there is no test: that the incident cannot happen here, or what is not done yet. */
    boolean hasReason() {
        return reason.matches("(does not apply|not yet): .{20,}");
    }
}
