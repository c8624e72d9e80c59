package io.sqlserversim.querystore;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.querystore.options.CaptureMode;
import io.sqlserversim.querystore.options.CaptureThresholds;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.sql.QueryStoreChange;
import io.sqlserversim.sql.QueryStoreChange.Option;
import java.util.HashSet;
import java.util.Set;

/**
 * ALTER DATABASE ... SET QUERY_STORE on one store. Everything is checked before anything is changed. Immutable; a
 * statement at a time per store is assumed, of two at once one may be lost.
 */
public final class StoreAlteration {
    private static final Set<String> SINCE_2019 = Set.of(
            "EXECUTION_COUNT",
            "TOTAL_COMPILE_CPU_TIME_MS",
            "TOTAL_EXECUTION_CPU_TIME_MS",
            "STALE_CAPTURE_POLICY_THRESHOLD");
    private static final long CLOUD_LIMIT_MB = 10_240;
    private static final int LONGEST_STALE_HOURS = 168;

    private final QueryStore store;
    private final int generation;
    private final boolean cloud;

    /**
     * For a store.
     *
     * @param store which
     * @param generation 13 to 17: which options exist
     * @param cloud Azure SQL Database, where the store cannot be switched off
     */
    public StoreAlteration(QueryStore store, int generation, boolean cloud) {
        this.store = store;
        this.generation = generation;
        this.cloud = cloud;
    }

    /**
     * Does it.
     *
     * @param change what
     * @throws SqlError 102 for an option that the version does not have, 153, 12417, 12445 and 12452 for wrong ones, 12422
     *     for another interval length while an interval lies in the future, 12433 for options of a store that is off,
     *     40514 for OFF in Azure
     */
    public void apply(QueryStoreChange change) {
        switch (change.action()) {
            case CLEAR -> clear();
            case OFF -> off();
            case ON -> alter(change, state(store.options(), QueryStoreState.READ_WRITE));
            case SET -> {
                if (store.options().actual() == QueryStoreState.OFF) {
                    throw new SqlError(12433, 16, 1, "Cannot perform action because Query Store is disabled.");
                }
                alter(change, store.options());
            }
        }
    }

    /** A store that was broken is sound again once it is empty. */
    private void clear() {
        store.clear();
        QueryStoreOptions now = store.options();
        if (now.actual() == QueryStoreState.ERROR) {
            store.alter(now.withState(now.desired(), now.desired(), 0));
        }
    }

    private void off() {
        if (cloud) {
            throw new SqlError(40514, 16, 1, "'QUERY_STORE=OFF' is not supported in this version of SQL Server.");
        }
        store.alter(store.options().withState(QueryStoreState.OFF, QueryStoreState.OFF, 0));
    }

    private void alter(QueryStoreChange change, QueryStoreOptions begin) {
        QueryStoreOptions options = begin;
        Set<String> seen = new HashSet<>();
        for (Option option : change.options()) {
            if (!seen.add(option.name())) {
                throw new SqlError(
                        12417, 15, 1, "Only one Query Store option can be given in ALTER DATABASE statement.");
            }
            options = with(options, option);
        }
        try {
            store.alter(options);
        } catch (IllegalArgumentException e) {
            throw new SqlError(
                    12422,
                    16,
                    1,
                    "Cannot perform action because the Query Store interval length was not changed: an interval lies in"
                            + " the future.");
        }
    }

    private QueryStoreOptions with(QueryStoreOptions now, Option option) {
        boolean missing = (generation < 15 && SINCE_2019.contains(option.name()))
                || (generation < 14 && option.name().equals("WAIT_STATS_CAPTURE_MODE"));
        if (missing) {
            throw new SqlError(102, 15, 6, "Incorrect syntax near '" + option.name() + "'.");
        }
        try {
            return switch (option.name()) {
                case "OPERATION_MODE" -> state(now, mode(option));
                case "SIZE_BASED_CLEANUP_MODE" -> now.withSizeBasedCleanup(choice(option, "AUTO", "OFF"));
                case "QUERY_CAPTURE_MODE" -> now.withCaptureMode(capture(option));
                case "WAIT_STATS_CAPTURE_MODE" ->
                    now.withPlansAndWaits(now.maxPlansPerQuery(), choice(option, "ON", "OFF"));
                case "DATA_FLUSH_INTERVAL_SECONDS" -> now.withIntervals(now.intervalLengthMinutes(), number(option));
                case "INTERVAL_LENGTH_MINUTES" -> now.withIntervals(number(option), now.flushIntervalSeconds());
                case "MAX_STORAGE_SIZE_MB" -> now.withLimits(storage(option), now.staleQueryThresholdDays());
                case "STALE_QUERY_THRESHOLD_DAYS" -> now.withLimits(now.maxStorageSizeMb(), number(option));
                case "MAX_PLANS_PER_QUERY" -> now.withPlansAndWaits(number(option), now.waitStatsCapture());
                default -> now.withThresholds(with(now.thresholds(), option));
            };
        } catch (IllegalArgumentException e) {
            throw invalid(option);
        }
    }

    private static CaptureThresholds with(CaptureThresholds now, Option option) {
        int number = number(option);
        return switch (option.name()) {
            case "EXECUTION_COUNT" ->
                new CaptureThresholds(number, now.compileCpuMs(), now.executionCpuMs(), now.staleHours());
            case "TOTAL_COMPILE_CPU_TIME_MS" ->
                new CaptureThresholds(now.executionCount(), number, now.executionCpuMs(), now.staleHours());
            case "TOTAL_EXECUTION_CPU_TIME_MS" ->
                new CaptureThresholds(now.executionCount(), now.compileCpuMs(), number, now.staleHours());
            case "STALE_CAPTURE_POLICY_THRESHOLD" ->
                new CaptureThresholds(
                        now.executionCount(), now.compileCpuMs(), now.executionCpuMs(), staleHours(option, number));
            default -> throw invalid(option);
        };
    }

    private static int staleHours(Option option, int number) {
        long hours = option.unit().equals("DAYS") ? number * 24L : number;
        if (hours < 1 || hours > LONGEST_STALE_HOURS) {
            throw new SqlError(
                    12452,
                    16,
                    1,
                    "The value " + number + " of the Query Store capture policy option " + option.name()
                            + " is out of range: it must be from 1 hour to 7 days.");
        }
        return (int) hours;
    }

    /** What is asked for a broken store does not mend it. */
    private static QueryStoreOptions state(QueryStoreOptions now, QueryStoreState wanted) {
        boolean broken = now.actual() == QueryStoreState.ERROR;
        return now.withState(wanted, broken ? QueryStoreState.ERROR : wanted, 0);
    }

    private static QueryStoreState mode(Option option) {
        return choice(option, "READ_WRITE", "READ_ONLY") ? QueryStoreState.READ_WRITE : QueryStoreState.READ_ONLY;
    }

    private CaptureMode capture(Option option) {
        CaptureMode mode = CaptureMode.valueOf(option.value());
        if (mode == CaptureMode.CUSTOM && generation < 15) {
            throw new SqlError(102, 15, 6, "Incorrect syntax near 'CUSTOM'.");
        }
        return mode;
    }

    private int storage(Option option) {
        int megabytes = number(option);
        if (cloud && megabytes > CLOUD_LIMIT_MB) {
            throw new SqlError(
                    12445, 16, 1, "MAX_STORAGE_SIZE_MB of Query Store cannot be set above " + CLOUD_LIMIT_MB + " MB.");
        }
        return megabytes;
    }

    private static boolean choice(Option option, String yes, String no) {
        if (!option.value().equals(yes) && !option.value().equals(no)) {
            throw invalid(option);
        }
        return option.value().equals(yes);
    }

    /** NumberFormatException is an IllegalArgumentException: a number that is too large is a wrong one. */
    private static int number(Option option) {
        return Integer.parseInt(option.value());
    }

    private static SqlError invalid(Option option) {
        return new SqlError(
                153, 15, 6, "Invalid usage of the option " + option.name() + " in the ALTER DATABASE statement.");
    }
}
