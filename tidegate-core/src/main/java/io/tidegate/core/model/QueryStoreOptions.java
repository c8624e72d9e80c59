package io.tidegate.core.model;

/**
 * A row of {@code sys.database_query_store_options}, as far as collecting depends on it. Immutable.
 *
 * @param actualState {@link #OFF}, {@link #READ_ONLY}, {@link #READ_WRITE}, {@link #ERROR}, {@link #CAPTURES_SECONDARY}
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
        boolean sizeBasedCleanup) {
    /** OFF. */
    public static final int OFF = 0;

    /** READ_ONLY. */
    public static final int READ_ONLY = 1;

    /** READ_WRITE. */
    public static final int READ_WRITE = 2;

    /** ERROR. */
    public static final int ERROR = 3;

    /** READ_CAPTURE_SECONDARY. */
    public static final int CAPTURES_SECONDARY = 4;
}
