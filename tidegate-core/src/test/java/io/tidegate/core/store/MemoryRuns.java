package io.tidegate.core.store;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Joins neighbours of one epoch that stand alike. No state. */
final class MemoryRuns {
    private MemoryRuns() {}

    static List<LedgerRun> of(SeriesKey series, List<LedgerEntry> entries) {
        List<LedgerRun> runs = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            LedgerRun last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && goesOn(last.entry(), entry)) {
                runs.removeLast();
                runs.add(
                        new LedgerRun(series, run(last.entry(), entry.interval().end()), last.intervals() + 1));
            } else {
                runs.add(new LedgerRun(series, run(entry, entry.interval().end()), 1));
            }
        }
        return runs;
    }

    private static boolean goesOn(LedgerEntry run, LedgerEntry entry) {
        return entry.state() != State.LISTED
                && run.interval().end().equals(entry.interval().start())
                && run.state() == entry.state()
                && run.flags().equals(entry.flags())
                && run.goneReason().equals(entry.goneReason())
                && (entry.state() != State.GONE || Objects.equals(run.goneAt(), entry.goneAt()));
    }

    private static LedgerEntry run(LedgerEntry first, Instant end) {
        return new LedgerEntry(
                new RuntimeStatsInterval(first.interval().id(), first.interval().start(), end),
                first.kind(),
                first.state(),
                first.goneReason(),
                first.state() == State.GONE ? first.goneAt() : null,
                first.flags(),
                null,
                0,
                null,
                0,
                0,
                null);
    }
}
