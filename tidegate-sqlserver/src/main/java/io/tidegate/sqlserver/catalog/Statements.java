package io.tidegate.sqlserver.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Every statement of the product. Thread-safe: each file is read and parsed once, when the class is loaded. */
public enum Statements {
    /** Options of a fresh session. */
    SESSION_SETTINGS,
    /** Which session this is, on which instance. */
    SESSION_IDENTITY,
    /** What the own session has cost. */
    SESSION_COST,
    /** Whether the login sees all sessions. */
    SEES_ALL_SESSIONS,
    /** Other heavy sessions of ours. */
    HEAVY_SESSIONS,
    /** A session by its id. */
    SESSION_BY_ID,
    /** Who waits for a session. */
    BLOCKED_BY_SESSION,
    /** Cores, and how many workers there may be. */
    SERVER_CORES,
    /** Runnable tasks and workers. */
    PRESSURE_SCHEDULERS,
    /** Statements that wait for a memory grant. */
    PRESSURE_GRANTS,
    /** Log that secondaries have not been sent yet. */
    PRESSURE_LOG_SEND,
    /** What a database of Azure SQL Database uses of what was bought. */
    PRESSURE_SERVICE,
    /** Copies of a database of Azure SQL Database on other servers. */
    GEO_LINKS,
    /** A light batch without effect, whose answer stands for the release where there is no lock. */
    LAST_WORD,
    /** Asks for the application lock. */
    APPLOCK_GET,
    /** Gives the application lock back. */
    APPLOCK_RELEASE,
    /** Guard: this session has the lock. */
    GUARD_LOCK,
    /** Guard: the node's claim surely lasts. */
    GUARD_CLAIM,
    /** States of all databases. */
    DATABASES,
    /** On which recovery forks databases are. */
    RECOVERY_FORKS,
    /** Options, ends of the interval list and the server's clock, for one database. */
    PROBE_DATABASE,
    /** Both of one database, guarded, for a batch over several. */
    PROBE_GUARDED,
    /** Intervals above an id. */
    INTERVALS_ABOVE,
    /** The whole interval list. */
    INTERVAL_LIST,
    /** So many of the interval list, behind one. */
    INTERVAL_SLICE,
    /** Runtime rows by interval, 2016. */
    RUNTIME_STATS_BY_INTERVAL_13,
    /** Runtime rows by interval, 2017 and 2019. */
    RUNTIME_STATS_BY_INTERVAL_14,
    /** Runtime rows by interval, 2022 and later. */
    RUNTIME_STATS_BY_INTERVAL_16,
    /** Runtime rows by plan, 2016. */
    RUNTIME_STATS_BY_PLAN_13,
    /** Runtime rows by plan, 2017 and 2019. */
    RUNTIME_STATS_BY_PLAN_14,
    /** Runtime rows by plan, 2022 and later. */
    RUNTIME_STATS_BY_PLAN_16,
    /** Rows of wait stats, 2017 and 2019. */
    WAIT_STATS_14,
    /** Rows of wait stats, 2022 and later. */
    WAIT_STATS_16,
    /** Narrow identity of plans. */
    PLAN_IDENTITIES,
    /** Narrow identity of queries. */
    QUERY_IDENTITIES,
    /** What never changes of a plan. */
    SENTINELS,
    /** How many plans a range of ids has. */
    PLAN_COUNT,
    /** Texts by id. */
    QUERY_TEXTS,
    /** Plan XML by id, with a cap. */
    QUERY_PLANS,
    /** Counts per interval. */
    CENSUS,
    /** Counts and totals per interval. */
    CENSUS_TOTALS,
    /** Counts of wait stats per interval. */
    WAIT_CENSUS,
    /** Counts per interval and replica group, 2022 and later. */
    CENSUS_16,
    /** Counts of wait stats per interval and replica group, 2022 and later. */
    WAIT_CENSUS_16,
    /** Options and state of a Query Store, all columns. */
    STATE_OPTIONS,
    /** Context settings. */
    STATE_CONTEXT_SETTINGS,
    /** Queries that were compiled since. */
    STATE_QUERIES,
    /** Plans that were compiled since, without their XML. */
    STATE_PLANS,
    /** Plans that are forced, and those that were. */
    STATE_FORCED_PLANS,
    /** Hints. */
    STATE_QUERY_HINTS,
    /** Variants of queries. */
    STATE_QUERY_VARIANTS,
    /** Feedback on plans. */
    STATE_PLAN_FEEDBACK,
    /** Replica groups. */
    STATE_REPLICAS,
    /** Where plans are forced. */
    STATE_FORCING_LOCATIONS,
    /** What automatic tuning recommends. */
    STATE_TUNING_RECOMMENDATIONS,
    /** Names of modules. */
    OBJECT_NAMES,
    /** Which of the views over state there are, and their columns. */
    VIEW_COLUMNS,
    /** Version and edition. */
    SERVER_VERSION,
    /** Tier of a database of Azure SQL Database, and who else is in it. */
    SERVICE_TIER,
    /** Which columns the views have. */
    COLUMN_PROBE,
    /** Rights at the server. */
    SERVER_PERMISSIONS,
    /** Rights in a database, and its Query Store's state and size. */
    DATABASE_REPORT,
    /** How large the parts of a Query Store are. */
    STORE_SIZES;

    /**
     * The statement's name, which is its file's.
     *
     * @return in lower case
     */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The statement.
     *
     * @return its text and header
     */
    public SqlText text() {
        return Objects.requireNonNull(Texts.ALL.get(this), name());
    }

    /** Parsed when the first statement is asked for. */
    private static final class Texts {
        static final Map<Statements, SqlText> ALL = Arrays.stream(values())
                .collect(Collectors.toUnmodifiableMap(statement -> statement, s -> SqlFile.load(s.fileName())));
    }
}
