package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.StoreException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;

/**
 * The process that is killed: stages and holds bands of known rows, goes on where the store says that an earlier one ended,
 * and tells each answer on stdout before it goes on.
 */
public final class KillVictim {
    static final int BATCHES = 4;
    static final int ROWS = 1500;
    static final int INTERVALS = 100_000;
    static final Instant NOW = Rows.EPOCH.plusSeconds(3600L * INTERVALS);

    private KillVictim() {}

    static SeriesKey open(DuckDbStore store) {
        return store.openSeries(store.registerServer("victim"), "Sales", 5, Rows.EPOCH, NOW)
                .key();
    }

    /** Runs until it is killed. */
    public static void main(String[] args) {
        PrintStream out = System.out;
        Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
        try (DuckDbStore store = TestStores.open(Path.of(args[0]))) {
            SeriesKey k = open(store);
            long begin = store.listSummary(k).highestId() == 0
                    ? 1
                    : store.unheld(k, Kind.RUNTIME).stream()
                            .mapToLong(e -> e.interval().id())
                            .min()
                            .orElse(store.listSummary(k).highestId() + 1);
            out.println("open");
            for (long id = begin; id < INTERVALS; id++) {
                if (store.listSummary(k).highestId() < id) {
                    store.observe(Rows.listed(k, NOW, id, id + 4));
                }
                while (!isDone(store, k, id, out)) {
                    in.next();
                }
            }
        }
    }

    /** One band; false when the store failed, which is told with the sentence for the user; a word on stdin tries again. */
    private static boolean isDone(DuckDbStore store, SeriesKey k, long id, PrintStream out) {
        try {
            if (store.unheld(k, Kind.RUNTIME).stream()
                    .anyMatch(e -> e.interval().id() == id)) {
                one(store, k, id, out);
            }
            return true;
        } catch (StoreException e) {
            out.println("failed " + e.getMessage());
            return false;
        }
    }

    private static void one(DuckDbStore store, SeriesKey k, long id, PrintStream out) {
        BandKey key = new BandKey(k, Kind.RUNTIME, id, id);
        Optional<Band> under = store.band(key);
        long revision = under.map(Band::revision).orElse(0L);
        for (long batch = revision; batch < BATCHES; batch++) {
            List<RuntimeRow> rows = Rows.rows(id, 1 + batch * ROWS, ROWS);
            Band band = Rows.band(key, Band.Phase.ROWS, rows.getLast().key(), batch, (batch + 1) * ROWS);
            out.println("staging ;");
            require(store.stage(new StageBatch(0, band, rows, List.of())));
            out.println("staged " + id + " " + (batch + 1) + " ;");
        }
        out.println("staging ;");
        require(store.hold(new BandCompletion(0, key, BATCHES, NOW, Set.<LedgerEntry.Flag>of(), Set.of())));
        out.println("held " + id + " ;");
    }

    private static void require(CommitResult result) {
        if (!(result instanceof CommitResult.Committed)) {
            throw new IllegalStateException("fenced: " + result);
        }
    }
}
