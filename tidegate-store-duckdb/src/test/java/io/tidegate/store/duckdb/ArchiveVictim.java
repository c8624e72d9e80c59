package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.StoreException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;

/**
 * The process that is killed while it archives: holds intervals of known rows, archives all of them, corrects some that are
 * archived and lets the oldest expire, and tells each answer on stdout before it goes on. With the name of a place it ends
 * itself there, as a kill does.
 */
public final class ArchiveVictim {
    static final int ROWS = 300;
    static final int KEPT = 6;

    /** The plan that a correction adds. */
    static final long CORRECTED = 1_000_000;

    private static final int INTERVALS = 100_000;
    private static final Instant NOW = Rows.EPOCH.plusSeconds(3600L * INTERVALS);

    private ArchiveVictim() {}

    static SeriesKey open(DuckDbStore store) {
        return store.openSeries(store.registerServer("victim"), "Sales", 5, Rows.EPOCH, NOW)
                .key();
    }

    /** Runs until it is killed. */
    public static void main(String[] args) {
        PrintStream out = System.out;
        Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
        try (DuckDbStore store = TestStores.open(Path.of(args[0]), Everything.tools(place -> {
            out.println("at " + place.name().toLowerCase(Locale.ROOT) + " ;");
            if (args.length > 1 && place.name().equals(args[1])) {
                Runtime.getRuntime().halt(9);
            }
        }))) {
            SeriesKey series = open(store);
            out.println("open");
            for (long id = store.listSummary(series).highestId() + 1; id < INTERVALS; id++) {
                while (!isDone(store, series, id, out)) {
                    in.next();
                }
            }
        }
    }

    private static boolean isDone(DuckDbStore store, SeriesKey series, long id, PrintStream out) {
        try {
            one(store, series, id, out);
            return true;
        } catch (StoreException e) {
            out.println("failed " + e.getMessage());
            return false;
        }
    }

    private static void one(DuckDbStore store, SeriesKey series, long id, PrintStream out) {
        store.observe(Rows.listed(series, NOW, id, id));
        if (store.unheld(series, Kind.RUNTIME).stream()
                .anyMatch(e -> e.interval().id() == id)) {
            List<RuntimeRow> rows = new ArrayList<>(Rows.rows(id, 1, ROWS));
            require(store.holdWhole(List.of(ArchiveFixture.whole(series, Kind.RUNTIME, id, rows)))
                    .getFirst());
        }
        out.println("held " + id + " ;");
        Everything.archive(store);
        if (id % 3 == 0) {
            correct(store, series, id - 1);
            out.println("corrected " + (id - 1) + " ;");
        }
        if (id % 4 == 0) {
            store.expireFacts(Rows.interval(id - KEPT).end(), 100);
            Everything.archive(store);
            out.println("expired " + (id - KEPT) + " ;");
        }
    }

    private static void correct(DuckDbStore store, SeriesKey series, long id) {
        store
                .entries(
                        series,
                        Kind.RUNTIME,
                        Rows.interval(id).start(),
                        Rows.interval(id).end())
                .stream()
                .filter(entry -> entry.state().isStored())
                .forEach(entry -> require(store.correct(
                        0, series, Kind.RUNTIME, id, entry.revision(), List.of(Rows.row(id, CORRECTED)))));
    }

    private static void require(CommitResult result) {
        if (!(result instanceof CommitResult.Committed)) {
            throw new IllegalStateException("fenced: " + result);
        }
    }
}
