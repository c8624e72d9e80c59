package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.PeekBatch;
import io.tidegate.core.store.Rows;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The process that is killed while it closes intervals from their last peeks: it lists an interval, peeks at it, and has it
 * vanish from the list, or its epoch end; some are listed once more, and vanish again. It tells each answer on stdout before it
 * goes on.
 */
public final class ClosingVictim {
    static final int ROWS = 3000;
    private static final int FIRST_BATCH = 1000;
    private static final int REOPENED = 3;
    private static final int FORKED = 7;

    private ClosingVictim() {}

    static boolean isReopened(long id) {
        return id % REOPENED == 0;
    }

    /** Runs until it is killed. */
    public static void main(String[] args) {
        PrintStream out = System.out;
        try (DuckDbStore store = TestStores.open(Path.of(args[0]))) {
            SeriesKey k = KillVictim.open(store);
            long begin = store.allSeries().stream()
                    .mapToLong(series -> store.listSummary(series.key()).lastId())
                    .max()
                    .orElse(0);
            out.println("open");
            for (long id = Math.max(1, begin); id < KillVictim.INTERVALS; id++) {
                k = close(store, k, id, out);
            }
        }
    }

    /** Closes one interval; gives back the epoch that goes on. */
    private static SeriesKey close(DuckDbStore store, SeriesKey k, long id, PrintStream out) {
        Optional<LedgerEntry> known = entry(store, k, id);
        if (known.isEmpty()) {
            step(out, "listed " + id, () -> store.observe(Rows.listed(k, KillVictim.NOW, id, id)));
        } else if (known.get().state() != State.LISTED) {
            return k;
        }
        List<RuntimeRow> rows = Rows.rows(id, 1, ROWS);
        long number = store.lastPeekNumber(k, id) + 1;
        step(out, "begun " + id, () -> store.peek(batch(k, id, number, rows.subList(0, FIRST_BATCH), false)));
        step(out, "peeked " + id, () -> store.peek(batch(k, id, number, rows.subList(FIRST_BATCH, ROWS), true)));
        if (id % FORKED == 0) {
            step(out, "closed " + id, () -> store.fork(k, ForkPoint.NOTHING_SHARED, Rows.EPOCH, KillVictim.NOW));
            return KillVictim.open(store);
        }
        step(out, "closed " + id, () -> vanish(store, k, id));
        if (isReopened(id)) {
            step(out, "reopened " + id, () -> store.observe(Rows.listed(k, KillVictim.NOW, id, id)));
            step(out, "closed " + id, () -> vanish(store, k, id));
        }
        return k;
    }

    private static void step(PrintStream out, String done, Runnable call) {
        out.println("staging ;");
        call.run();
        out.println(done + " ;");
    }

    private static PeekBatch batch(SeriesKey k, long id, long number, List<RuntimeRow> rows, boolean isLast) {
        return new PeekBatch(0, k, id, number, rows, isLast);
    }

    private static void vanish(DuckDbStore store, SeriesKey k, long id) {
        store.observe(new Observation(k, KillVictim.NOW, List.of(), false, id + 1, Rows.OPTIONS));
    }

    private static Optional<LedgerEntry> entry(DuckDbStore store, SeriesKey k, long id) {
        Instant start = Rows.interval(id).start();
        return store.entries(k, Kind.RUNTIME, start, start.plusSeconds(1)).stream()
                .findFirst();
    }
}
