package io.tidegate.core.store;

import io.tidegate.core.model.SeriesKey;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers of the last change of what a store holds, lineage by lineage and server by server: what was read after a number was
 * asked is as the store has it for as long as the same number is answered. Thread-safe; never blocks. {@link CountedChanges}
 * tells it of each write of this process; what another process writes is not in it.
 */
public final class StoreChanges {
    /** Of a write whose end is not known: it may be yet to come. */
    private static final long DOUBTFUL = Long.MAX_VALUE;

    private final AtomicLong numbers = new AtomicLong();
    private final Map<Object, Long> last = new ConcurrentHashMap<>();
    private volatile long everything;

    /** Nothing has changed yet. */
    public StoreChanges() {}

    private record Lineage(int home, int number) {}

    private record Server(int id) {}

    /**
     * The last change of a lineage's ledger.
     *
     * @param series any epoch of it
     * @return never the same twice while the end of a write is not known
     */
    public long ofLedger(SeriesKey series) {
        return of(lineage(series));
    }

    /**
     * The last change of what is recorded of a server's time.
     *
     * @param server its number
     * @return never the same twice while the end of a write is not known
     */
    public long ofStretches(int server) {
        return of(new Server(server));
    }

    private long of(Object what) {
        long number = Math.max(last.getOrDefault(what, 0L), everything);
        return number == DOUBTFUL ? numbers.incrementAndGet() : number;
    }

    /**
     * Notes a change of a ledger.
     *
     * @param series any epoch of the lineage
     * @param isKnown whether the write was answered: those before it have ended too
     */
    void ledger(SeriesKey series, boolean isKnown) {
        note(lineage(series), isKnown);
    }

    /**
     * Notes a change of stretches.
     *
     * @param servers whose
     * @param isKnown whether the write was answered
     */
    void stretches(Collection<Integer> servers, boolean isKnown) {
        servers.forEach(server -> note(new Server(server), isKnown));
    }

    private void note(Object what, boolean isKnown) {
        last.put(what, number(isKnown));
    }

    private long number(boolean isKnown) {
        return isKnown ? numbers.incrementAndGet() : DOUBTFUL;
    }

    /**
     * Notes that anything may have changed.
     *
     * @param isKnown whether the write was answered
     */
    void everything(boolean isKnown) {
        everything = number(isKnown);
    }

    private static Lineage lineage(SeriesKey series) {
        return new Lineage(series.home(), series.lineage());
    }
}
