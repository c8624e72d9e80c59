package io.tidegate.core.store;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import java.util.List;
import java.util.Map;

/**
 * What a store knows of how time is covered, at one instant. Immutable.
 *
 * @param runs how the intervals of the lineages that were asked for stand, those of all their epochs and of both kinds, by start:
 *     as {@link HistoryReader#ledger}, but neighbours of one epoch and kind that stand alike come as one
 * @param stretches recorded for the servers that were asked for, by begin
 * @param options of every series' Query Store as the last probe saw them: by them coverage tells settled intervals. Without series
 *     that were never observed
 */
public record KnownTime(List<LedgerRun> runs, List<Stretch> stretches, Map<SeriesKey, QueryStoreOptions> options) {}
