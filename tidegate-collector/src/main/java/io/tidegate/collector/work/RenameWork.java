package io.tidegate.collector.work;

import io.tidegate.core.ledger.ListComparison;
import io.tidegate.core.ledger.ListProbe;
import io.tidegate.core.ledger.SentinelCheck;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.session.HeavySession;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells whether a database under a new name is a known one: its interval list goes on from what is listed, its witnesses
 * agree, and the newest of them is there. Of one that was dropped and restored under another name the newest is
 * missing, or the list falls short. Immutable but for what it tells.
 */
public final class RenameWork implements Work {
    private final CollectorStore store;
    private final SeriesRecord series;
    private final ListProbe list;
    private final Consumer<Boolean> onSettled;

    /**
     * The work.
     *
     * @param store what is known
     * @param series the known series, with the new name in it
     * @param list what the source lists under that name
     * @param onSettled told whether it is the known one; not told when the slice did not suffice
     */
    public RenameWork(CollectorStore store, SeriesRecord series, ListProbe list, Consumer<Boolean> onSettled) {
        this.store = store;
        this.series = series;
        this.list = list;
        this.onSettled = onSettled;
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        List<Sentinel> known = SourceWitnesses.known(store, series.key());
        if (known.isEmpty() || !goesOn()) {
            onSettled.accept(false);
            return WorkResult.of(PassOutcome.DONE, 0);
        }
        IdentityReader.Sentinels found = IdentityReader.sentinels(
                session, series.database(), known.stream().map(Sentinel::planId).toList(), slice.limits());
        if (!found.end().isComplete()) {
            return WorkResult.of(PassOutcome.CUT, 0);
        }
        onSettled.accept(
                found.found().contains(known.getLast()) && SentinelCheck.check(known, found.found()) == Verdict.AGREE);
        return WorkResult.of(PassOutcome.DONE, 0);
    }

    private boolean goesOn() {
        return ListComparison.compare(store.listSummary(series.key()), list) != ListComparison.Verdict.EPOCH_SUSPECT;
    }
}
