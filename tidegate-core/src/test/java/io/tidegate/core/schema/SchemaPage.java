package io.tidegate.core.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the tables of {@code docs/schema.md} anew, behind its introduction: run by hand after a change of the schema. */
final class SchemaPage {
    private static final String MARK = "## Tables";

    private SchemaPage() {}

    public static void main(String[] args) throws IOException {
        Path page = Path.of(args[0]);
        String intro = Files.readString(page);
        Files.writeString(page, intro.substring(0, intro.indexOf(MARK)) + tables());
    }

    private static String tables() {
        StringBuilder out = new StringBuilder(MARK + "\n");
        for (Table table : LogicalSchema.tables()) {
            heading(out, table.name(), table.meaning(), table.columns());
            out.append("\nKey: ")
                    .append(table.key().isEmpty() ? "none" : "`" + String.join("`, `", table.key()) + "`")
                    .append(".\n");
        }
        out.append("\n## Views\n");
        for (View view : LogicalSchema.views()) {
            heading(out, view.name(), view.meaning(), view.columns());
        }
        return out.toString();
    }

    private static void heading(StringBuilder out, String name, String meaning, List<Column> columns) {
        out.append("\n### `").append(name).append("`\n\n").append(meaning).append("\n\n");
        out.append("| column | type | null | meaning |\n|---|---|---|---|\n");
        for (Column c : columns) {
            out.append("| `").append(c.name()).append("` | ").append(c.type()).append(" | ");
            out.append(c.isNullable() ? "yes" : "")
                    .append(" | ")
                    .append(c.meaning())
                    .append(" |\n");
        }
    }
}
