package io.tidegate.core.ledger;

import io.tidegate.core.model.StatsRow;

/**
 * The sum of the parts of one key, made from the first. Confined to one thread.
 *
 * @param <R> what rows
 */
interface PartSum<R extends StatsRow> {
    /** Adds a part of the same key. */
    void add(R part);

    /** The merged row; the very part when there was only one. */
    R row();
}
