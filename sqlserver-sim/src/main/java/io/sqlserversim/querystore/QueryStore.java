package io.sqlserversim.querystore;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.books.QueryStoreBooks;
import io.sqlserversim.querystore.books.StoreBooks;
import io.sqlserversim.querystore.capture.Execution;
import io.sqlserversim.querystore.cost.CostMode;
import io.sqlserversim.querystore.history.History;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.views.StoreViews;
import io.sqlserversim.querystore.views.ViewCosts;
import io.sqlserversim.querystore.workload.Workload;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * The Query Store of one user database. What it shows is a function of workload, seed, clock and the few events that
 * happened to it; next to nothing is held in memory. It lives with the clock and has no thread: a clock that stands
 * still freezes it. Thread-safe; nothing here blocks.
 */
public final class QueryStore {
    private final History history;
    private final QueryStoreBooks books;
    private final ViewCosts costs = new ViewCosts();
    private final StoreProcedures procedures;
    private final List<VirtualTable> tables;
    private volatile boolean isUpgraded;

    /**
     * A store that was created now and already has the workload's history, ending with the interval that is open now.
     * Where the actual state is not one that captures, there is no history and nothing is captured until
     * {@link #alter}.
     *
     * @param database the database's name, as plans and texts mention it
     * @param workload what its application does
     * @param seed decides everything that varies
     * @param clock the server's clock
     * @param options the options at the beginning
     * @param profile which columns and views exist
     */
    public QueryStore(
            String database,
            WorkloadSpec workload,
            long seed,
            InstantSource clock,
            QueryStoreOptions options,
            QueryStoreProfile profile) {
        boolean adapts = workload.manner().adaptive() && profile.level() >= 16;
        WorkloadSpec known = workload.withManner(workload.manner().adaptive(adapts));
        this.history = new History(new Workload(known, database, seed), clock, options);
        this.books = new StoreBooks(history);
        this.procedures = new StoreProcedures(history);
        this.tables = StoreViews.of(profile, history::now, costs, () -> isUpgraded);
    }

    /**
     * From now on runtime stats lie by plan, as before 2022, whatever the version: a database that was upgraded in place and
     * whose tables were not built anew. It changes what reads cost and in which order rows come, not what they say.
     */
    public void keepOldLayout() {
        isUpgraded = true;
    }

    /**
     * The views of the profile.
     *
     * @return the same tables on each call
     */
    public List<VirtualTable> tables() {
        return tables;
    }

    /**
     * The views of a database without Query Store, such as master and tempdb: all there, without a row.
     *
     * @param profile which columns and views exist
     * @return the tables
     */
    public static List<VirtualTable> emptyTables(QueryStoreProfile profile) {
        return StoreViews.empty(profile);
    }

    /**
     * The options in force; {@code actual() != OFF} is what {@code sys.databases.is_query_store_on} shows.
     *
     * @return the options
     */
    public QueryStoreOptions options() {
        return history.options();
    }

    /**
     * Changes options, as ALTER DATABASE ... SET QUERY_STORE (...) does, or moves the actual state as an incident
     * would. A state that does not capture ends capture at once; one that captures resumes it with the next interval.
     * A changed interval length takes effect with the next interval.
     *
     * @param changed the options from now on
     * @throws IllegalArgumentException when the interval length changes while an interval lies in the future, since the
     *     clock was moved back (Msg 12422)
     */
    public void alter(QueryStoreOptions changed) {
        history.alter(changed);
    }

    /** Removes everything, as ALTER DATABASE ... SET QUERY_STORE CLEAR does: ids restart at 1 in a new epoch. */
    public void clear() {
        history.clear();
    }

    /**
     * Records a statement that a client ran in this database: under AUTO and CUSTOM only once it matters, under NONE only
     * when it is known.
     *
     * @param execution what ran, and has just ended
     */
    public void record(Execution execution) {
        history.record(execution);
    }

    /** Writes what is in memory now, as {@code sys.sp_query_store_flush_db} does. */
    public void flush() {
        history.flush();
    }

    /** Loses what is in memory, as a crash of the server does: up to one flush interval of executions. */
    public void crash() {
        history.crash();
        costs.readPlans().forget();
    }

    /**
     * Goes back to an image of itself, as a RESTORE of its database does: ids and rows are those that had been flushed
     * when the image was taken; from now on the same numbers get other meanings, in a new epoch.
     *
     * @param image when it was taken, by the server's clock
     * @throws IllegalArgumentException when that is not in the past
     */
    public void restore(Instant image) {
        history.restore(image);
    }

    /**
     * Cleans up by size, whatever the size is: the cheapest queries go with all their plans and rows, until the store is
     * at 80 % of its limit. By itself it does so at the first flush that finds it at 90 %, with SIZE_BASED_CLEANUP_MODE =
     * AUTO.
     */
    public void cleanUp() {
        history.cleanUp();
    }

    /**
     * Adds a group of readable replicas, whose executions of reading statements reach this store late (from 2022 on).
     *
     * @param group id for {@code replica_group_id}, 2 or more
     * @param role for {@code role_type}: 2 secondary, 3 geo secondary, 4 geo HA secondary
     * @param name of the replica
     * @param delay how long after an interval's end its rows come, at the least; at the most four times that
     */
    public void addReplicaGroup(long group, int role, String name, Duration delay) {
        if (group < 2 || delay.isNegative() || delay.isZero()) {
            throw new IllegalArgumentException("a replica group has an id of 2 or more, and a delay");
        }
        long since = history.now().now();
        ReplicaGroup added = new ReplicaGroup(group, role, name, since, delay.toNanos() / 100);
        history.traits(traits -> traits.with(added));
    }

    /**
     * Whether texts, queries and plans that have not been written yet show negative ids, as those of a readable
     * secondary always do. The final id comes with the next flush.
     *
     * @param shown false at first
     */
    public void showProvisionalIds(boolean shown) {
        history.traits(traits -> traits.provisional(shown));
    }

    /**
     * Removes intervals as clean-up does; their ids are not used again.
     *
     * @param cutoff those that ended at or before it go
     */
    public void removeBefore(Instant cutoff) {
        history.removeBefore(cutoff);
    }

    /**
     * The current epoch.
     *
     * @return 0 until the first {@link #clear} or {@link #restore}
     */
    public int epoch() {
        return history.now().epochNumber();
    }

    /**
     * The procedures that change single queries and plans.
     *
     * @return the procedures
     */
    public StoreProcedures procedures() {
        return procedures;
    }

    /**
     * Decides whether reads are also slow: their CPU time is charged to their sessions in any case.
     *
     * @param mode {@link CostMode#CHARGED} at first
     */
    public void costs(CostMode mode) {
        costs.mode(mode);
    }

    /**
     * Decides whether a statement that names several large views pays 2, 10 or 30 times for each: a belief, which may be
     * left out to see what rests on it.
     *
     * @param more true at first; for reads that begin afterwards
     */
    public void joinsCostMore(boolean more) {
        costs.joinsCostMore(more);
    }

    /**
     * The truth, for reports and tests.
     *
     * @return the books
     */
    public QueryStoreBooks books() {
        return books;
    }

    /**
     * Rows looked at by all scans so far, returned or not: the measure of the work that reads cost.
     *
     * @return 0 or more
     */
    public long rowsVisited() {
        return costs.rowsVisited();
    }
}
