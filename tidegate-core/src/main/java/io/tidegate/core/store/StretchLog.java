package io.tidegate.core.store;

import java.util.List;

/**
 * Where stretches of time are kept that coverage names. Thread-safe. Every method is one transaction, and may block up to the
 * store's own time limit; it then throws {@link StoreException}, as it does when the engine fails.
 */
public interface StretchLog {
    /**
     * Records a stretch of time of a database or a whole server that coverage has to name. A stretch that begins at or
     * before the end of the last one of the same server and database (and not before its begin), with the same word, is
     * joined to it, with the later end and the newer detail.
     *
     * @param stretch the stretch
     */
    default void recordStretch(Stretch stretch) {
        recordStretches(List.of(stretch));
    }

    /**
     * As {@link #recordStretch} for several, in one transaction.
     *
     * @param stretches in the order in which they are joined; none does nothing
     */
    void recordStretches(List<Stretch> stretches);
}
