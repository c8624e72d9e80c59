package io.tidegate.core.ledger;

import io.tidegate.core.model.RuntimeStatsInterval;
import java.util.List;

/**
 * What a probe reads of a source's interval list, without reading it whole. Immutable.
 *
 * @param tail intervals whose id is at or above the highest one we know, ascending
 * @param lowestId lowest id at the source; {@link Long#MAX_VALUE} when the list is empty
 * @param highestId highest id at the source; 0 when the list is empty
 * @param count how many the source lists
 */
public record ListProbe(List<RuntimeStatsInterval> tail, long lowestId, long highestId, long count) {}
