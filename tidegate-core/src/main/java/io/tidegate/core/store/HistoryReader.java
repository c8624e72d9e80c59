package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.SeriesKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reading side of a store: for pages, commands and reports. Thread-safe; sees held intervals' facts and, for each
 * other interval, its current peek; never staged rows. Every call blocks up to the store's time limit and throws
 * {@link StoreException} when it fails.
 */
public interface HistoryReader extends StateReader {
    /** Bytes at most of an answer to a user's SELECT. */
    long ANSWER_BYTES = 16L << 20;

    /**
     * Every server ever registered.
     *
     * @return by name
     */
    List<ServerRecord> servers();

    /**
     * Every series, superseded epochs too.
     *
     * @return by server, database, epoch
     */
    List<SeriesRecord> allSeries();

    /**
     * How each interval of a series stands.
     *
     * @param series whose
     * @param kind runtime or waits
     * @return by start; empty when the source keeps no such rows
     */
    List<LedgerEntry> ledger(SeriesKey series, Kind kind);

    /**
     * How each interval of a series stands, for {@link Kind#RUNTIME}.
     *
     * @param series whose
     * @return by start
     */
    default List<LedgerEntry> ledger(SeriesKey series) {
        return ledger(series, Kind.RUNTIME);
    }

    /**
     * What is known of how time is covered: one call, whatever the number of databases and servers.
     *
     * @param lineages of which the intervals are wanted: any epoch of each
     * @param servers of which the recorded stretches are wanted
     * @return read in one transaction
     */
    KnownTime knownTime(Collection<SeriesKey> lineages, Collection<Integer> servers);

    /**
     * How many rows are held.
     *
     * @param since from when on those of recent intervals are counted
     * @return by the ledger; facts are not counted
     */
    HeldRows heldRows(Instant since);

    /**
     * The options of a series' Query Store as the last probe saw them.
     *
     * @param series whose
     * @return empty when it was never observed
     */
    default Optional<QueryStoreOptions> options(SeriesKey series) {
        return Optional.ofNullable(knownTime(List.of(), List.of()).options().get(series));
    }

    /**
     * Stretches recorded for a server and its databases.
     *
     * @param serverId which server
     * @return by begin
     */
    default List<Stretch> stretches(int serverId) {
        return knownTime(List.of(), List.of(serverId)).stretches();
    }

    /**
     * The heaviest queries in a span that ends at each source's own clock, as the database's current epoch knows it. An
     * interval counts, whole, when it ends after the span's begin and starts before its end; superseded ones never.
     * Queries are joined over the plans and epochs of a database by query hash.
     *
     * @param request what is asked
     * @return the answer with the intervals it is made of
     */
    TopAnswer top(TopRequest request);

    /**
     * Stored rows of each interval of a series that has facts, counted from the facts and not from the ledger.
     *
     * @param series whose
     * @param kind runtime or waits
     * @return by interval id
     */
    List<StoredInterval> storedIntervals(SeriesKey series, Kind kind);

    /**
     * Stored rows and executions of each interval, for {@link Kind#RUNTIME}.
     *
     * @param series whose
     * @return by interval id
     */
    default List<StoredInterval> storedIntervals(SeriesKey series) {
        return storedIntervals(series, Kind.RUNTIME);
    }

    /**
     * Runs a SELECT of a user's, read-only, with limits for rows and bytes and the store's time limit.
     *
     * @param select one SELECT statement
     * @param maxRows rows at most
     * @param maxBytes bytes at most: UTF-8 bytes of all values as text, and 16 for each value; the answer ends before the row that
     *     would go past them, if need be the first one
     * @return the result
     * @throws IllegalArgumentException when it is not one SELECT, or the engine refuses it; the message says why
     * @throws QueryTimedOutException when it ran past the time limit and was stopped
     */
    QueryResult query(String select, int maxRows, long maxBytes);

    /**
     * Runs a SELECT of a user's as {@link #query(String, int, long)} does, with at most {@link #ANSWER_BYTES}.
     *
     * @param select one SELECT statement
     * @param maxRows rows at most
     * @return the result
     */
    default QueryResult query(String select, int maxRows) {
        return query(select, maxRows, ANSWER_BYTES);
    }

    /**
     * A server of the registry. Immutable.
     *
     * @param id its number
     * @param name the host's own key for it
     */
    record ServerRecord(int id, String name) {}

    /**
     * What {@link #top} is asked. Immutable.
     *
     * @param metric by which metric
     * @param last how far back from the source's clock
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param limit rows at most
     */
    record TopRequest(
            Metric metric,
            Duration last,
            @Nullable String server,
            @Nullable String database,
            int limit) {}

    /**
     * The answer of {@link #top}. Immutable. Of the time that was asked for it tells only the intervals that were ever listed;
     * {@code TimeCoverage} tells what the rest was.
     *
     * @param rows heaviest first
     * @param from earliest begin that is asked for over the sources; null when nothing was asked of any
     * @param to latest end over the sources; null when nothing was asked of any
     * @param intervals listed intervals in the span
     * @param held how many of them are held
     * @param peeked how many are answered from a peek
     */
    record TopAnswer(
            List<TopRow> rows,
            @Nullable Instant from,
            @Nullable Instant to,
            long intervals,
            long held,
            long peeked) {}

    /**
     * A query's load. Immutable.
     *
     * @param server server name
     * @param database database name
     * @param queryId query_id; the highest one when the hash has several
     * @param queryHash as 0x and 16 upper-case hex digits; empty when the identity is unknown (query id 0 then)
     * @param plans how many plans ran
     * @param executions sum of count_executions
     * @param total total of the metric in its unit
     * @param average total / executions
     * @param share of the total of all queries, 0 to 1
     * @param text the query's text, shortened; null when not held
     */
    record TopRow(
            String server,
            String database,
            long queryId,
            String queryHash,
            int plans,
            long executions,
            double total,
            double average,
            double share,
            @Nullable String text) {}

    /**
     * What the facts hold of one interval. Immutable.
     *
     * @param intervalId runtime_stats_interval_id
     * @param start interval start
     * @param rows rows
     * @param distinctKeys distinct natural keys; below {@code rows} only when something is stored twice
     * @param executions sum of count_executions; 0 for waits, which have none
     * @param waitMillis sum of total_query_wait_time_ms; 0 for runtime
     */
    record StoredInterval(
            long intervalId, Instant start, long rows, long distinctKeys, long executions, long waitMillis) {}

    /**
     * A generic result. Immutable.
     *
     * @param columns names
     * @param types the engine's names for their types
     * @param rows as {@link io.tidegate.core.store.sql.AnswerValues} gives values, null for NULL
     * @param cut why it ends where it ends
     */
    record QueryResult(List<String> columns, List<String> types, List<List<@Nullable Object>> rows, Cut cut) {
        /**
         * Whether there are more rows.
         *
         * @return false when it is whole
         */
        public boolean isCut() {
            return cut != Cut.NONE;
        }
    }

    /** Why a generic result ends. */
    enum Cut {
        /** It is whole. */
        NONE,

        /** It has as many rows as were asked for, and there are more. */
        ROWS,

        /** Its next row would go past the bytes. */
        BYTES
    }
}
