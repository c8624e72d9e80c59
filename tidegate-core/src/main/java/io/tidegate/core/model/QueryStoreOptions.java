package io.tidegate.core.model;

/**
 * A row of {@code sys.database_query_store_options}, as far as collecting depends on it. Immutable.
 *
 * @param actualState 0 OFF, 1 READ_ONLY, 2 READ_WRITE, 3 ERROR, 4 READ_CAPTURE_SECONDARY
 * @param readonlyReason bitmap; 0 for none
 * @param flushIntervalSeconds data flush interval
 * @param intervalLengthMinutes interval length
 * @param staleThresholdDays 0 = never cleaned by age
 * @param currentSizeMb size now
 * @param maxSizeMb cap
 * @param sizeBasedCleanup whether clean-up by size is AUTO
 */
public record QueryStoreOptions(
        int actualState,
        int readonlyReason,
        long flushIntervalSeconds,
        long intervalLengthMinutes,
        long staleThresholdDays,
        long currentSizeMb,
        long maxSizeMb,
        boolean sizeBasedCleanup) {}
