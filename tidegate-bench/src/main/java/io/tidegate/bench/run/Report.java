package io.tidegate.bench.run;

import io.tidegate.web.http.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What a benchmark has found: tables and notes to them, for people as they come, or for programs as one JSON document at the
 * end. Confined to one thread.
 */
public final class Report {
    private final PrintWriter out;
    private final boolean json;
    private final List<Table.Content> tables = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private boolean isBehindNote;

    private Report(PrintWriter out, boolean json) {
        this.out = out;
        this.json = json;
    }

    /**
     * For people.
     *
     * @param out where to
     * @return prints at once
     */
    public static Report text(PrintWriter out) {
        return new Report(out, false);
    }

    /** For programs. */
    static Report json(PrintWriter out) {
        return new Report(out, true);
    }

    /** All of it, as JSON. */
    record Document(
            String benchmark, Machine measuredOn, boolean holds, List<Table.Content> tables, List<String> notes) {}

    /**
     * A line of words.
     *
     * @param note to the tables before or behind it
     */
    public void note(String note) {
        notes.add(note);
        if (!json) {
            out.println(note);
            out.flush();
            isBehindNote = true;
        }
    }

    void table(Table table) {
        tables.add(table.content());
        if (!json) {
            if (isBehindNote) {
                out.println();
            }
            table.lines().forEach(out::println);
            out.println();
            out.flush();
            isBehindNote = false;
        }
    }

    void begin(Machine machine) {
        if (!json) {
            machine.lines().forEach(out::println);
            out.println();
            out.flush();
        }
    }

    void end(String benchmark, Machine machine, boolean holds) {
        if (json) {
            Document all = new Document(benchmark, machine, holds, tables, notes);
            out.println(Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(all));
        }
        out.flush();
    }
}
