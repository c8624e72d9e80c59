package io.tidegate.core.store;

/**
 * What the ledger lists of a series, in the form in which a probe compares it with the source. Immutable.
 *
 * @param highestId highest interval id ever listed; 0 when none
 * @param highestEndTicks its end, 100 ns since 1970-01-01 UTC; 0 when none
 * @param lowestId lowest id that the source still had when it was last observed, held or not; {@link Long#MAX_VALUE}
 *     when none
 * @param count how many the source still had then, held or not
 */
public record ListSummary(long highestId, long highestEndTicks, long lowestId, long count) {}
