package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.IntervalFigures;
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
    private final RowMerger merger = new RowMerger();
    private final TreeMap<Long, Long> torn = new TreeMap<>();
    private List<RuntimeRow> batch = new ArrayList<>();
    private @Nullable RuntimeKey cursor;
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
    boolean accept(RuntimeRow part) {
        // A part of another key finishes the open one, so what was split until now was split in that one.
        long split = merger.splitKeys();
        RuntimeRow finished = merger.accept(part);
        if (finished == null) {
            return false;
        }
        add(finished, split);
        return true;
    }

    /** Ends the rows: the open key is finished. */
    void finish() {
        RuntimeRow last = merger.finish();
        if (last != null) {
            add(last, merger.splitKeys());
        }
    }

    private void add(RuntimeRow finished, long splitNow) {
        long sum = IntervalFigures.checksumOf(
                finished.key().planId(), finished.executions(), finished.key().executionType());
        checksum += sum;
        if (splitNow > splitBefore || finished.key().planId() < 0) {
            splitKeys++;
            torn.merge(finished.key().intervalId(), sum, Long::sum);
        }
        splitBefore = splitNow;
        batch.add(finished);
        cursor = finished.key();
    }

    /** Finished keys that are not staged yet. */
    int pending() {
        return batch.size();
    }

    /** The finished keys that are not staged yet, with the cursor behind them and what was met so far; no longer pending. */
    BandWriter.Rest take() {
        BandWriter.Rest taken = new BandWriter.Rest(batch, cursor, splitKeys, checksum);
        batch = new ArrayList<>();
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
