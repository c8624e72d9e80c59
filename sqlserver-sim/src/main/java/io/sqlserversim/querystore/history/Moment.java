package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.workload.Meaning;
import io.sqlserversim.querystore.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * A store at one instant: all that a scan sees. Immutable, thread-safe; times in {@link Ticks}.
 *
 * @param workload what runs
 * @param epoch the current life of the ids
 * @param flush when memory is written
 * @param options in force
 * @param now the server's clock
 */
public record Moment(Workload workload, Epoch epoch, FlushGrid flush, QueryStoreOptions options, long now) {
    /**
     * The lowest id that clean-up has left.
     *
     * @return above {@link #lastId} when there is none
     */
    public long firstId() {
        long cutoff = Math.max(epoch.removedBefore(), staleCutoff());
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
        if (interval.capturedWhole() && settles(interval) <= now) {
            return true;
        }
        PlanRuns runs = new PlanRuns(this);
        runs.enter(interval, 1, Long.MAX_VALUE);
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

    long startOfOrdinal(long ordinal) {
        return epoch.startOfOrdinal(ordinal);
    }

    /** Stale queries go at each full hour. */
    private long staleCutoff() {
        int days = options.staleQueryThresholdDays();
        return days == 0 ? Long.MIN_VALUE : Ticks.floor(now, Ticks.HOUR) - days * Ticks.DAY;
    }
}
