package io.tidegate.core.store;

/**
 * What the ledger lists of a series, in the form in which a probe compares it with the source. Immutable. The source
 * <em>still had</em> an interval when it was last observed, whether it is held or not.
 *
 * @param highestId highest interval id that the source still had; 0 when none
 * @param highestEndTicks its end, 100 ns since 1970-01-01 UTC; 0 when none
 * @param lowestId lowest id that the source still had; {@link Long#MAX_VALUE} when none
 * @param count how many the source still had
 * @param lastId highest interval id ever listed; 0 when none
 */
public record ListSummary(long highestId, long highestEndTicks, long lowestId, long count, long lastId) {}
