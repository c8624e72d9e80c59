package io.sqlserversim.querystore.options;

import java.util.Set;
import java.util.function.Consumer;

/**
 * The options of a Query Store as {@code sys.database_query_store_options} shows them. Immutable.
 *
 * @param desired what was asked for; never ERROR
 * @param actual what it is
 * @param readonlyReason the bitmap of {@code readonly_reason}, e.g. 65536 for the size cap; 0 when none
 * @param flushIntervalSeconds DATA_FLUSH_INTERVAL_SECONDS, 60 or more
 * @param intervalLengthMinutes INTERVAL_LENGTH_MINUTES: 1, 5, 10, 15, 30, 60 or 1440
 * @param maxStorageSizeMb MAX_STORAGE_SIZE_MB, 0 or more
 * @param staleQueryThresholdDays STALE_QUERY_THRESHOLD_DAYS; 0 keeps for ever
 * @param maxPlansPerQuery MAX_PLANS_PER_QUERY; 0 for no limit
 * @param captureMode QUERY_CAPTURE_MODE
 * @param sizeBasedCleanup SIZE_BASED_CLEANUP_MODE = AUTO
 * @param waitStatsCapture WAIT_STATS_CAPTURE_MODE = ON
 * @param thresholds QUERY_CAPTURE_POLICY; in force, and shown, only with CUSTOM
 */
public record QueryStoreOptions(
        QueryStoreState desired,
        QueryStoreState actual,
        int readonlyReason,
        int flushIntervalSeconds,
        int intervalLengthMinutes,
        long maxStorageSizeMb,
        int staleQueryThresholdDays,
        int maxPlansPerQuery,
        CaptureMode captureMode,
        boolean sizeBasedCleanup,
        boolean waitStatsCapture,
        CaptureThresholds thresholds) {
    private static final Set<Integer> LENGTHS = Set.of(1, 5, 10, 15, 30, 60, 1440);

    /**
     * Checks the values as ALTER DATABASE does.
     *
     * @throws IllegalArgumentException naming the option and its rule
     */
    public QueryStoreOptions {
        require(desired != QueryStoreState.ERROR, "desired state cannot be ERROR");
        require(
                LENGTHS.contains(intervalLengthMinutes),
                "INTERVAL_LENGTH_MINUTES must be 1, 5, 10, 15, 30, 60 or 1440");
        require(flushIntervalSeconds >= 60, "DATA_FLUSH_INTERVAL_SECONDS must be at least 60");
        require(maxStorageSizeMb >= 0, "MAX_STORAGE_SIZE_MB must not be negative");
        require(staleQueryThresholdDays >= 0, "STALE_QUERY_THRESHOLD_DAYS must not be negative");
        require(maxPlansPerQuery >= 0, "MAX_PLANS_PER_QUERY must not be negative");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * The defaults of a new database of SQL Server 2022: READ_WRITE, intervals of 60 minutes, flushed every 900 s,
     * 1000 MB, 30 days, AUTO.
     *
     * @return the options
     */
    public static QueryStoreOptions defaults() {
        return new QueryStoreOptions(
                QueryStoreState.READ_WRITE,
                QueryStoreState.READ_WRITE,
                0,
                900,
                60,
                1000,
                30,
                200,
                CaptureMode.AUTO,
                true,
                true,
                CaptureThresholds.AUTO);
    }

    /**
     * With other interval and flush lengths.
     *
     * @param minutes INTERVAL_LENGTH_MINUTES
     * @param flushSeconds DATA_FLUSH_INTERVAL_SECONDS
     * @return a copy
     */
    public QueryStoreOptions withIntervals(int minutes, int flushSeconds) {
        return with(draft -> {
            draft.intervalLengthMinutes = minutes;
            draft.flushIntervalSeconds = flushSeconds;
        });
    }

    /**
     * In another state.
     *
     * @param wanted the desired state
     * @param real the actual state
     * @param reason the bitmap of {@code readonly_reason}
     * @return a copy
     */
    public QueryStoreOptions withState(QueryStoreState wanted, QueryStoreState real, int reason) {
        return with(draft -> {
            draft.desired = wanted;
            draft.actual = real;
            draft.readonlyReason = reason;
        });
    }

    /**
     * With other limits.
     *
     * @param storageMb MAX_STORAGE_SIZE_MB
     * @param staleDays STALE_QUERY_THRESHOLD_DAYS
     * @return a copy
     */
    public QueryStoreOptions withLimits(long storageMb, int staleDays) {
        return with(draft -> {
            draft.maxStorageSizeMb = storageMb;
            draft.staleQueryThresholdDays = staleDays;
        });
    }

    /**
     * With or without clean-up by size.
     *
     * @param auto SIZE_BASED_CLEANUP_MODE = AUTO
     * @return a copy
     */
    public QueryStoreOptions withSizeBasedCleanup(boolean auto) {
        return with(draft -> draft.sizeBasedCleanup = auto);
    }

    /**
     * With another capture mode.
     *
     * @param mode QUERY_CAPTURE_MODE
     * @return a copy
     */
    public QueryStoreOptions withCaptureMode(CaptureMode mode) {
        return with(draft -> draft.captureMode = mode);
    }

    /**
     * With other thresholds for CUSTOM.
     *
     * @param policy QUERY_CAPTURE_POLICY
     * @return a copy
     */
    public QueryStoreOptions withThresholds(CaptureThresholds policy) {
        return with(draft -> draft.thresholds = policy);
    }

    /**
     * With another limit of plans, with or without waits.
     *
     * @param plans MAX_PLANS_PER_QUERY
     * @param waits WAIT_STATS_CAPTURE_MODE = ON
     * @return a copy
     */
    public QueryStoreOptions withPlansAndWaits(int plans, boolean waits) {
        return with(draft -> {
            draft.maxPlansPerQuery = plans;
            draft.waitStatsCapture = waits;
        });
    }

    private QueryStoreOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finished();
    }

    /** One of these while something in it is changed. Confined to one thread. */
    private static final class Draft {
        QueryStoreState desired;
        QueryStoreState actual;
        int readonlyReason;
        int flushIntervalSeconds;
        int intervalLengthMinutes;
        long maxStorageSizeMb;
        int staleQueryThresholdDays;
        int maxPlansPerQuery;
        CaptureMode captureMode;
        boolean sizeBasedCleanup;
        boolean waitStatsCapture;
        CaptureThresholds thresholds;

        Draft(QueryStoreOptions from) {
            desired = from.desired;
            actual = from.actual;
            readonlyReason = from.readonlyReason;
            flushIntervalSeconds = from.flushIntervalSeconds;
            intervalLengthMinutes = from.intervalLengthMinutes;
            maxStorageSizeMb = from.maxStorageSizeMb;
            staleQueryThresholdDays = from.staleQueryThresholdDays;
            maxPlansPerQuery = from.maxPlansPerQuery;
            captureMode = from.captureMode;
            sizeBasedCleanup = from.sizeBasedCleanup;
            waitStatsCapture = from.waitStatsCapture;
            thresholds = from.thresholds;
        }

        QueryStoreOptions finished() {
            return new QueryStoreOptions(
                    desired,
                    actual,
                    readonlyReason,
                    flushIntervalSeconds,
                    intervalLengthMinutes,
                    maxStorageSizeMb,
                    staleQueryThresholdDays,
                    maxPlansPerQuery,
                    captureMode,
                    sizeBasedCleanup,
                    waitStatsCapture,
                    thresholds);
        }
    }
}
