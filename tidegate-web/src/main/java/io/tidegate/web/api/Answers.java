package io.tidegate.web.api;

import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.status.ServerStatus;
import io.tidegate.core.status.StoreStatus;
import io.tidegate.core.status.Verifier.Scope;
import io.tidegate.core.status.Verifier.Verification;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.HistoryReader.TopRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may be asked of a store and of the process that holds it. Thread-safe. Each call blocks up to the store's time
 * limit; it throws {@link BadQuestion} for a wrong parameter and {@link io.tidegate.core.store.StoreException} when the
 * store fails.
 */
public interface Answers {
    /**
     * The servers and how their loops stand.
     *
     * @return live where a process collects, else only names
     */
    Servers servers();

    /**
     * Leases and deferrals of late, by our clock.
     *
     * @param server only this server; null for all
     * @param last how far back
     * @param limit rows at most
     * @return by the instant they were asked for
     */
    Leases leases(@Nullable String server, Duration last, int limit);

    /**
     * The heaviest queries, by the source's clock.
     *
     * @param request what is asked
     * @return the answer with what it covers
     */
    Top top(TopRequest request);

    /**
     * What is held of each database, and why the rest is not.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @return by server and database
     */
    List<DatabaseCoverage> coverage(@Nullable String server, @Nullable String database);

    /**
     * Changes of Query Store's state, by the sources' clocks.
     *
     * @param question what is asked
     * @return the newest first, with how the span was watched
     */
    Events events(EventQuestion question);

    /**
     * A SELECT of a user's. Its answer has 16 MB at most, or a 32nd of the heap where that is less, and ends with a whole row.
     *
     * @param select one SELECT
     * @param maxRows rows at most
     * @return its result, with what the store covers
     */
    SqlResult sql(String select, int maxRows);

    /**
     * Begins to compare what is held with its source, unless a comparison is under way.
     *
     * @param scope what to compare
     * @return where it stands
     */
    Verification verify(Scope scope);

    /**
     * Where a comparison stands.
     *
     * @param id its number
     * @return a snapshot
     */
    Verification verification(long id);

    /**
     * The answer of {@link #servers}. Immutable.
     *
     * @param isCollecting whether a process collects into this store now
     * @param startedAt since when; null when none does
     * @param notice what a user must know, e.g. of a demo's clock; may be empty
     * @param servers how each stands; empty when no process collects
     * @param registered every server of the store
     * @param store how large it is and will be; null when it cannot be measured
     */
    record Servers(
            boolean isCollecting,
            @Nullable Instant startedAt,
            String notice,
            List<ServerStatus> servers,
            List<String> registered,
            @Nullable StoreStatus store) {}

    /**
     * The answer of {@link #leases}. Immutable.
     *
     * @param from begin of the span, by our clock
     * @param to end of the span
     * @param rows by the instant they were asked for
     */
    record Leases(Instant from, Instant to, List<LeaseRow<String>> rows) {}

    /**
     * What {@link #events} is asked. Immutable.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param since begin of the span; null to go by {@code last}
     * @param last how far back from the newest of the sources' clocks, where there is no {@code since}
     * @param limit rows at most, the newest
     */
    record EventQuestion(
            @Nullable String server,
            @Nullable String database,
            @Nullable Instant since,
            Duration last,
            int limit) {}

    /**
     * The answer of {@link #events}. Immutable.
     *
     * @param from begin of the span
     * @param to the newest of the sources' clocks; null when nothing was ever probed
     * @param rows newest first
     * @param isCut whether there are more
     * @param watched how the span was watched, by server and database
     */
    record Events(Instant from, @Nullable Instant to, List<Event> rows, boolean isCut, List<Watched> watched) {}

    /**
     * A change of state. Immutable.
     *
     * @param server the server's name
     * @param database the database's name
     * @param epoch which life of its Query Store ids
     * @param at when it was first seen, by the source's clock
     * @param kind name of an {@link io.tidegate.core.state.EventKind}
     * @param subject on what
     * @param queryId the query, where one is meant
     * @param planId the plan, where one is meant
     * @param oldValue before; null when there was nothing
     * @param newValue after; null when there is nothing any more
     */
    record Event(
            String server,
            String database,
            int epoch,
            Instant at,
            String kind,
            String subject,
            @Nullable Long queryId,
            @Nullable Long planId,
            @Nullable String oldValue,
            @Nullable String newValue) {}

    /**
     * The answer of {@link #top}. Immutable.
     *
     * @param rows heaviest first
     * @param from earliest begin that is asked for over the sources; null when nothing was asked of any
     * @param to latest end over the sources; null when nothing was asked of any
     * @param intervals listed intervals in the span
     * @param held how many of them are held
     * @param peeked how many are answered from a peek
     * @param covered how the time that is asked for is covered, over all databases
     * @param watched the same by server and database
     */
    record Top(
            List<TopRow> rows,
            @Nullable Instant from,
            @Nullable Instant to,
            long intervals,
            long held,
            long peeked,
            Covered covered,
            List<Watched> watched) {}

    /**
     * The answer of {@link #sql}. Immutable.
     *
     * @param columns names
     * @param types the engine's names for their types
     * @param rows values as {@link io.tidegate.core.store.sql.AnswerValues} gives them, null for NULL
     * @param isCut whether there are more rows
     * @param cut one sentence: why the answer ends where it ends, and how to get the rest; empty when it is whole
     * @param covered how the time of the whole store is covered, whatever the SELECT takes of it
     */
    record SqlResult(
            List<String> columns,
            List<String> types,
            List<List<@Nullable Object>> rows,
            boolean isCut,
            String cut,
            Covered covered) {}

    /**
     * How the time of several databases is covered, by the words of coverage. Immutable.
     *
     * @param databases of how many
     * @param from the earliest begin; null when there is no database
     * @param to the latest end; null when there is no database
     * @param words seconds under each word, summed over the databases
     * @param flags seconds of what is held under each flag
     */
    record Covered(
            int databases, @Nullable Instant from, @Nullable Instant to, List<Seconds> words, List<Seconds> flags) {
        /** Of a store without databases. */
        public static final Covered NOTHING = new Covered(0, null, null, List.of(), List.of());
    }

    /**
     * How a database was watched in a span: its time by the words of coverage, over all epochs. Immutable.
     *
     * @param server the server's name
     * @param database the database's name
     * @param from begin of the span
     * @param to the source's clock at the last probe, or the end of what was recorded since then; the begin where that is later
     * @param words seconds of the span under each word
     * @param flags seconds of what is held under each flag
     * @param reasons what is to be said of some of the words, with what to do where that is known, e.g. {@code denied: ...}
     * @param pendingUntil when the source will remove the oldest interval that is pending in the span, by age; null when none is
     *     pending, and where it removes nothing by age
     * @param mayExpireEarlier whether something is pending that the source may remove before, since it cleans up by size and is nearly full
     */
    record Watched(
            String server,
            String database,
            Instant from,
            Instant to,
            List<Seconds> words,
            List<Seconds> flags,
            List<String> reasons,
            @Nullable Instant pendingUntil,
            boolean mayExpireEarlier) {}

    /**
     * A word and how long it stands.
     *
     * @param word the word
     * @param seconds how long
     */
    record Seconds(String word, long seconds) {}

    /**
     * Coverage of one series, of a database of which no interval was ever listed, or of a server of which no database was ever seen.
     * Immutable.
     *
     * @param server the server's name
     * @param database the database's name; empty where none was ever seen
     * @param epoch which life of its Query Store ids; 0 where no interval was ever listed
     * @param sourceNow the source's clock at the last probe; where no interval was ever listed, the end of what is recorded
     * @param firstContact start of the interval open at the first probe; where no interval was ever listed, the begin of what is recorded
     * @param words how many intervals stand under each word for runtime stats, in the order of design: held, open, unsettled, pending,
     *     expired, gone ...
     * @param waits the same for wait stats; where the source keeps none, all intervals under {@link #NO_WAITS}
     * @param flags how many held intervals bear each flag
     * @param oldestHeld start of the oldest held interval; null when none is
     * @param newestHeld end of the newest held interval; null when none is
     * @param pendingUntil when the source will remove the oldest pending interval, of either kind, by age; null when none is pending, and
     *     where it removes nothing by age
     * @param mayExpireEarlier whether something is pending that the source may remove before, since it cleans up by size and is nearly full
     * @param watched how the database's time is covered from the oldest instant of which anything is known, over all epochs; null for
     *     an epoch that another one has replaced
     */
    record DatabaseCoverage(
            String server,
            String database,
            int epoch,
            Instant sourceNow,
            Instant firstContact,
            List<Count> words,
            List<Count> waits,
            List<Count> flags,
            @Nullable Instant oldestHeld,
            @Nullable Instant newestHeld,
            @Nullable Instant pendingUntil,
            boolean mayExpireEarlier,
            @Nullable Watched watched) {
        /** The word for intervals of a source without {@code sys.query_store_wait_stats}. */
        public static final String NO_WAITS = "without wait stats at the source (they come with SQL Server 2017)";
    }

    /**
     * A word and how often it stands.
     *
     * @param word the word
     * @param intervals how many intervals
     */
    record Count(String word, long intervals) {}
}
