package io.tidegate.sqlserver.read;

import io.tidegate.core.model.StatsRow;

/**
 * Takes rows as the source has them. Called on the session's thread.
 *
 * @param <R> what rows
 */
@FunctionalInterface
public interface StatsSink<R extends StatsRow> {
    /**
     * Takes a row. Rows of one key, which a torn or open interval may have several of, come one after the other, and only
     * once all of them have arrived.
     *
     * @param row raw, not merged
     */
    void accept(R row);
}
