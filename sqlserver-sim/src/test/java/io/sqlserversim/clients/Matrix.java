package io.sqlserversim.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The table in {@code docs/simulator.md} of what each client does; what the tests find must be what it says. */
final class Matrix {
    private Matrix() {}

    /** Subject to "passes" or "cannot", in the table's column for a client. */
    static Map<String, String> of(String client) throws IOException {
        Path page = Path.of(System.getProperty("tidegate.root", "."), "docs", "simulator.md");
        List<List<String>> rows = Files.readAllLines(page).stream()
                .dropWhile(line -> !line.startsWith("| subject |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
        int column = rows.getFirst().indexOf(client);
        if (column < 0) {
            throw new IllegalStateException(page + " has no column for " + client);
        }
        Map<String, String> outcomes = new LinkedHashMap<>();
        for (List<String> row : rows.subList(2, rows.size())) {
            outcomes.put(row.getFirst(), row.get(column).split(" ", 2)[0]);
        }
        return outcomes;
    }
}
