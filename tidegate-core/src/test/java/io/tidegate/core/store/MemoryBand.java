package io.tidegate.core.store;

import io.tidegate.core.model.StatsRow;
import java.util.ArrayList;
import java.util.List;

/** A band under way and its staged rows. Confined to the store's lock. */
final class MemoryBand {
    final List<StatsRow> rows = new ArrayList<>();
    private Band band;
    private long term;

    MemoryBand(StageBatch first) {
        band = first.band();
        term = first.term();
    }

    Band band() {
        return band;
    }

    boolean admits(long byTerm, long expectedRevision) {
        return byTerm >= term && band.revision() == expectedRevision;
    }

    long move(StageBatch batch) {
        Band b = batch.band();
        term = batch.term();
        rows.addAll(batch.rows());
        band = new Band(
                b.key(),
                b.phase(),
                b.cursor(),
                b.attempts(),
                b.revision() + 1,
                b.stagedRows(),
                b.byPlan(),
                b.splitKeys(),
                b.checksum());
        return band.revision();
    }

    boolean overlaps(BandKey key) {
        return key.firstIntervalId() <= band.key().lastIntervalId()
                && key.lastIntervalId() >= band.key().firstIntervalId();
    }
}
