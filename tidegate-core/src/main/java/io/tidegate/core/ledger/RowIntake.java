package io.tidegate.core.ledger;

import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.Band;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one slice between source and stage: merges parts, keeps finished keys until there is a batch of them, and
 * notes where a key was split or a plan id negative. Confined to one thread.
 */
final class RowIntake {
    private final RowMerger<StatsRow> merger = RowMerger.any();
    private final TreeMap<Long, Long> torn = new TreeMap<>();
    private List<StatsRow> batch = new ArrayList<>();
    private @Nullable StatsKey cursor;
    private long pendingBytes;
    private long splitKeys;
    private long checksum;
    private long splitBefore;
    private boolean staged;

    RowIntake(Band band) {
        cursor = band.cursor();
        splitKeys = band.splitKeys();
        checksum = band.checksum();
    }

    /** Takes a row as the source sent it; true when a key was finished by it. */
    boolean accept(StatsRow part) {
        // A part of another key finishes the open one, so what was split until now was split in that one.
        long split = merger.splitKeys();
        StatsRow finished = merger.accept(part);
        if (finished == null) {
            return false;
        }
        add(finished, split);
        return true;
    }

    /** Ends the rows: the open key is finished. */
    void finish() {
        StatsRow last = merger.finish();
        if (last != null) {
            add(last, merger.splitKeys());
        }
    }

    private void add(StatsRow finished, long splitNow) {
        long sum = finished.checksum();
        checksum += sum;
        if (splitNow > splitBefore || finished.key().planId() < 0) {
            splitKeys++;
            torn.merge(finished.key().intervalId(), sum, Long::sum);
        }
        splitBefore = splitNow;
        batch.add(finished);
        pendingBytes += finished.fixedBytes();
        cursor = finished.key();
    }

    /** Bytes of finished keys that are not staged yet. */
    long pendingBytes() {
        return pendingBytes;
    }

    /** The finished keys that are not staged yet, with the cursor behind them and what was met so far; no longer pending. */
    BandWriter.Rest take() {
        BandWriter.Rest taken = new BandWriter.Rest(batch, cursor, splitKeys, checksum);
        batch = new ArrayList<>();
        pendingBytes = 0;
        return taken;
    }

    /** Notes that keys were taken to be staged. */
    void noteStaged() {
        staged = true;
    }

    boolean wasStaged() {
        return staged;
    }

    /** Intervals in which this slice met split keys or negative ids, with the checksum of these. */
    Map<Long, Long> torn() {
        return torn;
    }
}
