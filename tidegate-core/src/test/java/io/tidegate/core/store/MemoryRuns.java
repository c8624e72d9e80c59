package io.tidegate.core.store;

import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.store.LedgerEntry.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Joins neighbours of one epoch that stand alike. No state. */
final class MemoryRuns {
    private MemoryRuns() {}

    static List<LedgerEntry> of(List<LedgerEntry> entries) {
        List<LedgerEntry> runs = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            LedgerEntry last = runs.isEmpty() ? null : runs.getLast();
            if (last != null && goesOn(last, entry)) {
                runs.removeLast();
                runs.add(run(last, entry.interval().end()));
            } else {
                runs.add(run(entry, entry.interval().end()));
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
