package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;

/**
 * The intervals that one run of reads takes together and that become held together. Immutable.
 *
 * @param series whose
 * @param kind runtime or waits
 * @param firstIntervalId lowest id, inclusive
 * @param lastIntervalId highest id, inclusive; equal to the first from SQL Server 2022 on
 */
public record BandKey(SeriesKey series, Kind kind, long firstIntervalId, long lastIntervalId) {}
