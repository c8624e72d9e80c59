package io.tidegate.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code docs/schema.md} and the schema say the same, in both directions. */
class SchemaDocTest {
    private static final Path DOC = Path.of(System.getProperty("tidegate.root"), "docs", "schema.md");

    @Test
    void givenTheSchema_whenReadingItsPage_thenEachNamesTheSameTablesColumnsTypesAndKeys() throws IOException {
        assertThat(described(Files.readAllLines(DOC))).isEqualTo(declared());
    }

    @Test
    void givenTheSchema_whenNamingColumns_thenNoTableNamesOneTwice() {
        for (Table table : LogicalSchema.tables()) {
            assertThat(table.columns().stream().map(Column::name))
                    .as(table.name())
                    .doesNotHaveDuplicates();
        }
        for (View view : LogicalSchema.views()) {
            assertThat(view.columns().stream().map(Column::name))
                    .as(view.name())
                    .doesNotHaveDuplicates();
            assertThat(view.columns().stream().limit(3).map(Column::name))
                    .containsExactly("server_name", "database_name", "epoch");
        }
    }

    @Test
    void givenThirteenMetricGroups_whenLookingAtFacts_thenEachHasFiveColumns() {
        assertThat(LogicalSchema.table("runtime_stats").columns()).hasSize(3 + 2 + 7 + 13 * 5);
        assertThat(LogicalSchema.table("runtime_stats")
                        .column("stdev_page_server_io_reads")
                        .type())
                .isEqualTo(LogicalType.DOUBLE);
        assertThat(LogicalSchema.view("query_store_runtime_stats").columns()).hasSize(3 + 7 + 13 * 5 + 1);
    }

    /** Name of table or view to its lines. */
    private static Map<String, List<String>> declared() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (Table table : LogicalSchema.tables()) {
            List<String> lines = lines(table.columns());
            lines.add("key " + (table.key().isEmpty() ? "none" : String.join(", ", table.key())));
            all.put(table.name(), lines);
        }
        for (View view : LogicalSchema.views()) {
            all.put(view.name(), lines(view.columns()));
        }
        return all;
    }

    private static List<String> lines(List<Column> columns) {
        List<String> lines = new ArrayList<>();
        for (Column column : columns) {
            lines.add(column.name() + " " + column.type() + (column.isNullable() ? " null " : " ") + column.meaning());
        }
        return lines;
    }

    /** Reads {@code ### `name`}, {@code | `column` | TYPE | null | meaning |} and {@code Key: a, b.} */
    private static Map<String, List<String>> described(List<String> page) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : page) {
            if (line.startsWith("### `")) {
                current = new ArrayList<>();
                all.put(line.substring(5, line.lastIndexOf('`')), current);
            } else if (line.startsWith("| `")) {
                String[] cells = line.split("\\|", -1);
                current.add(cells[1].strip().replace("`", "") + " " + cells[2].strip()
                        + (cells[3].isBlank() ? " " : " null ") + cells[4].strip());
            } else if (line.startsWith("Key: ")) {
                current.add("key " + line.substring(5, line.length() - 1).replace("`", ""));
            }
        }
        return all;
    }
}
