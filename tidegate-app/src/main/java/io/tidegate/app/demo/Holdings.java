package io.tidegate.app.demo;

import io.tidegate.core.store.HistoryReader;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.SeriesRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a store has of a database, to be held against its source's books. Immutable once made.
 *
 * @param ledger what the ledger says, by interval id
 * @param stored what was counted from the facts, by interval id
 */
public record Holdings(Map<Long, LedgerEntry> ledger, Map<Long, StoredInterval> stored) {
    /**
     * Reads a store. The ledger comes first: what it calls held has its rows by then; the other way round a commit may fall
     * between the two and look like a loss. Blocks for the store.
     *
     * @param store whose
     * @param series all that belong to the database; none gives empty holdings
     * @return what it has
     */
    public static Holdings of(HistoryReader store, List<SeriesRecord> series) {
        Map<Long, LedgerEntry> ledger = new HashMap<>();
        Map<Long, StoredInterval> stored = new HashMap<>();
        for (SeriesRecord one : series) {
            store.ledger(one.key()).forEach(entry -> ledger.put(entry.interval().id(), entry));
            store.storedIntervals(one.key()).forEach(interval -> stored.put(interval.intervalId(), interval));
        }
        return new Holdings(ledger, stored);
    }

    /**
     * How the ledger has an interval.
     *
     * @param intervalId its id
     * @return its state; listed where the ledger does not know it
     */
    public LedgerEntry.State state(long intervalId) {
        LedgerEntry entry = ledger.get(intervalId);
        return entry == null ? LedgerEntry.State.LISTED : entry.state();
    }

    /**
     * A held interval against its source.
     *
     * @param executions that the store has
     * @param lost executions that the store lacks
     * @param duplicated executions beyond the source's, and rows beyond one per natural key
     */
    public record Difference(long executions, long lost, long duplicated) {}

    /**
     * Holds what is stored of an interval against its source.
     *
     * @param intervalId its id
     * @param atSource executions by the source's books
     * @param isThere whether the books say that the source still has it
     * @return the difference; of one that the source has lost, and that was closed from its last peek, what ran after
     *     that peek is no loss of the store's
     */
    public Difference difference(long intervalId, long atSource, boolean isThere) {
        StoredInterval here = stored.get(intervalId);
        long executions = here == null ? 0 : here.executions();
        long doubled = here == null ? 0 : here.rows() - here.distinctKeys();
        long lost = isLostAtSource(intervalId) && !isThere ? 0 : Math.max(0, atSource - executions);
        return new Difference(executions, lost, Math.max(0, executions - atSource) + doubled);
    }

    /**
     * Whether the source had it no more before it was read, so that it is held from its last peek.
     *
     * @param intervalId its id
     * @return as the ledger says
     */
    public boolean isLostAtSource(long intervalId) {
        LedgerEntry entry = ledger.get(intervalId);
        return entry != null && entry.isFromLastPeek();
    }
}
