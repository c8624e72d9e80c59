package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.capture.CapturedRow;
import io.sqlserversim.querystore.capture.CapturedStatements;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.sqlserversim.querystore.workload.Meaning;
import io.sqlserversim.querystore.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store at one instant: all that a scan sees. Immutable, thread-safe; times in {@link Ticks}.
 *
 * @param workload what runs
 * @param epoch the current life of the ids
 * @param flush when memory is written
 * @param options in force
 * @param traits what else it is
 * @param captured statements of clients, which change beside it
 * @param now the server's clock
 */
public record Moment(
        Workload workload,
        Epoch epoch,
        FlushGrid flush,
        QueryStoreOptions options,
        Traits traits,
        CapturedStatements captured,
        long now) {
    /**
     * The lowest id that clean-up has left.
     *
     * @return above {@link #lastId} when there is none
     */
    public long firstId() {
        long stale = staleCutoff();
        long cutoff = Math.max(epoch.removedBefore(), stale == Long.MIN_VALUE ? stale : stale - Ticks.HOUR);
        return cutoff == Long.MIN_VALUE ? 1 : epoch.firstIdEndingAfter(cutoff, now);
    }

    /**
     * The highest id whose interval has begun.
     *
     * @return 0 when there is none
     */
    public long lastId() {
        return epoch.lastId(now);
    }

    /**
     * The number of the epoch.
     *
     * @return 0 for the first
     */
    public int epochNumber() {
        return epoch.number();
    }

    /**
     * What the ids mean.
     *
     * @return of the current epoch
     */
    public Meaning meaning() {
        return epoch.meaning();
    }

    /**
     * The content of a query.
     *
     * @param query slot
     * @return what decides its text and hash
     */
    public int contentOf(int query) {
        return epoch.meaning().contentOf(workload, query);
    }

    /**
     * Which plan of its query a plan is.
     *
     * @param plan slot
     * @return what, with the query's content, decides its hash and showplan
     */
    public int variantOf(int plan) {
        return epoch.meaning().variantOf(workload, plan);
    }

    /**
     * An interval that has begun, whether clean-up left it or not.
     *
     * @param id its id
     * @return null when there is none
     */
    public @Nullable StoredInterval interval(long id) {
        return epoch.interval(id, now);
    }

    /**
     * From when on an interval's rows are whole.
     *
     * @param interval of the epoch
     * @return the first flush at or after its end
     */
    public long settles(StoredInterval interval) {
        return flush.settles(interval.end());
    }

    /**
     * Whether the interval has a row in the interval view, which it gets with the first execution that is captured.
     *
     * @param interval of the epoch
     * @return true when any execution is visible
     */
    public boolean isListed(StoredInterval interval) {
        if (interval.capturedWhole() && settles(interval) <= now && isWhole(interval)) {
            return true;
        }
        if (!capturedRows(interval.id()).isEmpty()) {
            return true;
        }
        PlanRuns runs = new PlanRuns(this);
        runs.enter(interval, ReplicaGroup.LOCAL, 0, Integer.MAX_VALUE - 1);
        while (runs.advance()) {
            if (runs.visibleAnyType()) {
                return true;
            }
        }
        return false;
    }

    /**
     * When a plan, or a query with its first plan, was first compiled: up to 0.4 s into the interval of its
     * birth, before any execution of it is visible. Ascends with the id; never changes within an epoch.
     *
     * @param plan slot
     * @return {@link Long#MAX_VALUE} when that is not known yet
     */
    public long compiledFirst(int plan) {
        long start = epoch.startOfOrdinal(workload.layout().birthOf(plan));
        return start == Long.MAX_VALUE
                ? start
                : start + Ticks.SECOND * 2 / 5 * plan / workload.spec().plans();
    }

    /**
     * How many plan slots exist: those compiled by now.
     *
     * @return 0 or more
     */
    public int plans() {
        long ordinal = epoch.lastOrdinal(now);
        int born = ordinal < 0 ? 0 : workload.layout().bornPlans(ordinal);
        while (born > 0 && workload.layout().birthOf(born - 1) == ordinal && compiledFirst(born - 1) > now) {
            born--;
        }
        return born;
    }

    /**
     * How many query slots exist.
     *
     * @return 0 or more
     */
    public int queries() {
        return Math.min(workload.spec().queries(), plans());
    }

    long lastOrdinal() {
        return epoch.lastOrdinal(now);
    }

    /** The highest id up to the interval with an ordinal. */
    long lastIdOfOrdinal(long ordinal) {
        return ordinal >= lastOrdinal() ? lastId() : epoch.lastId(epoch.startOfOrdinal(ordinal));
    }

    long startOfOrdinal(long ordinal) {
        return epoch.startOfOrdinal(ordinal);
    }

    /**
     * The rows of captured statements in an interval.
     *
     * @param intervalId which
     * @return by plan and execution type
     */
    public List<CapturedRow> capturedRows(long intervalId) {
        return captured.rows(intervalId, flush.last(now));
    }

    /** This store at another instant, with the same events. */
    Moment at(long instant) {
        return new Moment(workload, epoch, flush, options, traits, captured, instant);
    }

    Moment with(Epoch other) {
        return new Moment(workload, other, flush, options, traits, captured, now);
    }

    private IdSpace ids(ToIntFunction<Moment> count) {
        boolean provisional = traits.provisionalIds() || options.actual() == QueryStoreState.READ_CAPTURE_SECONDARY;
        int total = count.applyAsInt(this);
        return new IdSpace(provisional ? count.applyAsInt(at(flush.last(now))) : total, total);
    }

    /**
     * The ids of the plans that exist.
     *
     * @return by slot
     */
    public IdSpace planIds() {
        return ids(Moment::plans);
    }

    /**
     * The ids of the queries that exist.
     *
     * @return by slot
     */
    public IdSpace queryIds() {
        return ids(Moment::queries);
    }

    /**
     * The ids of the texts that exist.
     *
     * @return by slot
     */
    public IdSpace textIds() {
        return ids(moment -> moment.queries() == 0 ? 0 : workload.textOf(moment.queries() - 1) + 1);
    }

    /**
     * Whether clean-up has taken a query, with its plans and all its rows.
     *
     * @param query slot
     * @return true when no view shows it any more
     */
    public boolean isRemoved(int query) {
        return removedAt(query) <= now;
    }

    /** When clean-up took a query; {@link Long#MAX_VALUE} when it did not. */
    long removedAt(int query) {
        Map<Integer, Long> byHand = traits.interventions().removedQueries();
        long removed = byHand.isEmpty() ? Long.MAX_VALUE : byHand.getOrDefault(query, Long.MAX_VALUE);
        return Math.min(removed, Cleaning.removedAt(epoch.cleanings(), workload, this, query));
    }

    /**
     * Whether somebody has removed a plan.
     *
     * @param plan slot
     * @return true when no view shows it any more
     */
    public boolean isPlanRemoved(int plan) {
        Map<Integer, Long> removed = traits.interventions().removedPlans();
        return !removed.isEmpty() && removed.containsKey(plan);
    }

    /** What of a plan ended before is not shown; {@link Long#MIN_VALUE} for nothing. */
    long resetAt(int plan) {
        Map<Integer, Long> resets = traits.interventions().resets();
        return resets.isEmpty() ? Long.MIN_VALUE : resets.getOrDefault(plan, Long.MIN_VALUE);
    }

    /** Whether clean-up has taken nothing of an interval that is there. */
    private boolean isWhole(StoredInterval interval) {
        return epoch.cleanings().isEmpty() && traits.interventions().isEmpty() && interval.end() > staleCutoff();
    }

    /** Whether clean-up has taken the rows of a plan from an interval. */
    boolean isThinned(StoredInterval interval, int plan) {
        int query = workload.layout().queryOf(plan);
        return (interval.end() <= staleCutoff() && workload.isCheap(contentOf(query)))
                || isRemoved(query)
                || isPlanRemoved(plan)
                || interval.end() <= resetAt(plan);
    }

    /** Stale queries go at each full hour: first the rows of the cheaper ones, with the next run the interval. */
    private long staleCutoff() {
        int days = options.staleQueryThresholdDays();
        return days == 0 ? Long.MIN_VALUE : Ticks.floor(now, Ticks.HOUR) - days * Ticks.DAY;
    }
}
