package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.capture.CapturedStatements;
import io.sqlserversim.querystore.capture.Execution;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.workload.Workload;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * The events of a store: when it captured, with which interval length, and when it was cleared. Thread-safe: a change
 * replaces one immutable state by compare-and-set, a scan reads it once.
 */
public final class History {
    private final Workload workload;
    private final InstantSource clock;
    private final Tending tending;
    private final CapturedStatements captured = new CapturedStatements();
    private final AtomicReference<State> state;
    private final AtomicLong newest = new AtomicLong(Long.MIN_VALUE);

    /** {@code tended}: sizes were looked at up to and including this flush. */
    record State(
            List<Epoch> past, Epoch epoch, FlushGrid flush, QueryStoreOptions options, Traits traits, long tended) {
        State with(Epoch changed) {
            return new State(past, changed, flush, options, traits, tended);
        }

        State with(QueryStoreOptions changed) {
            return new State(past, epoch, flush, changed, traits, tended);
        }

        State with(FlushGrid changed) {
            return new State(past, epoch, changed, options, traits, tended);
        }

        State with(Traits changed) {
            return new State(past, epoch, flush, options, changed, tended);
        }

        State tendedUntil(long at) {
            return new State(past, epoch, flush, options, traits, at);
        }

        /** With the epoch ended and another one begun. */
        State next(Epoch begun, long now) {
            List<Epoch> ended = new ArrayList<>(past);
            ended.add(epoch.capturedUntil(now).endedAt(now));
            return new State(List.copyOf(ended), begun, flush, options, traits.with(Interventions.NONE), tended);
        }
    }

    /**
     * A history that ends now and is as deep as the workload says; empty when the options do not capture.
     *
     * @param workload what runs
     * @param clock the server's clock
     * @param options at the beginning
     */
    public History(Workload workload, InstantSource clock, QueryStoreOptions options) {
        this.workload = workload;
        this.clock = clock;
        this.tending = new Tending(workload);
        long now = Ticks.of(clock.instant());
        Epoch epoch = Epoch.fresh(0);
        if (options.actual().captures()) {
            long length = options.intervalLengthMinutes() * Ticks.MINUTE;
            long start = Ticks.floor(now, length) - workload.spec().historyIntervals() * length;
            epoch = epoch.plus(segment(epoch, start, start, length));
        }
        FlushGrid flush = grid(options, Long.MIN_VALUE / 2);
        this.state = new AtomicReference<>(new State(List.of(), epoch, flush, options, Traits.PLAIN, flush.last(now)));
    }

    /**
     * The store now.
     *
     * @return by the server's clock; while that stands behind where it was, the store stands still
     */
    public Moment now() {
        long now = ticks();
        State seen = tended(now);
        return moment(seen, seen.epoch, now);
    }

    private Moment moment(State seen, Epoch epoch, long now) {
        return new Moment(workload, epoch, seen.flush, seen.options, seen.traits, captured, now);
    }

    /** The state, once each flush up to now has looked at the size. */
    private State tended(long now) {
        State seen = state.get();
        return seen.tended >= seen.flush.last(now) ? seen : state.updateAndGet(old -> tending.tend(old, now));
    }

    /** The clock, or where it was before it was moved back. */
    private long ticks() {
        return newest.accumulateAndGet(Ticks.of(clock.instant()), Math::max);
    }

    /**
     * The store at an instant, once per epoch that had begun.
     *
     * @param at by the server's clock
     * @return in order; the last one is current
     */
    public List<Moment> epochsAt(Instant at) {
        State seen = tended(ticks());
        long now = Ticks.of(at) < Ticks.of(clock.instant()) ? Ticks.of(at) : Math.max(Ticks.of(at), ticks());
        List<Moment> moments = new ArrayList<>();
        for (Epoch past : seen.past) {
            moments.add(moment(seen, past, Math.min(now, past.ended())));
        }
        moments.add(moment(seen, seen.epoch, now));
        return moments;
    }

    /**
     * The options in force.
     *
     * @return the options
     */
    public QueryStoreOptions options() {
        return tended(ticks()).options;
    }

    /**
     * Changes options and state.
     *
     * @param changed from now on
     * @throws IllegalArgumentException when the interval length changes while an interval lies in the future, since the
     *     clock was moved back
     */
    public void alter(QueryStoreOptions changed) {
        long now = ticks();
        boolean sameLength = options().intervalLengthMinutes() == changed.intervalLengthMinutes();
        if (!sameLength && now > Ticks.of(clock.instant())) {
            throw new IllegalArgumentException("INTERVAL_LENGTH_MINUTES cannot change: an interval lies in the future");
        }
        state.updateAndGet(old -> altered(old, changed, now));
    }

    /** Ends the epoch and begins the next. */
    public void clear() {
        long now = ticks();
        state.updateAndGet(old -> cleared(old, now));
        captured.clear();
    }

    /**
     * Records a statement of a client, when the store captures and an interval runs.
     *
     * @param execution what ran, and has just ended
     */
    public void record(Execution execution) {
        Moment moment = now();
        StoredInterval running = moment.interval(moment.lastId());
        boolean runs = running != null
                && running.end() > moment.now()
                && moment.options().actual().captures();
        if (runs) {
            long flush = moment.flush().last(moment.now());
            captured.record(execution, moment.options(), moment.lastId(), moment.now(), flush);
        }
    }

    /** Writes what is in memory, now and besides the grid. */
    public void flush() {
        long now = ticks();
        state.updateAndGet(old -> old.with(new FlushGrid(old.flush.phase(), old.flush.period(), now)));
    }

    /** Loses what is in memory, as a crash of the server does; capture goes on at once. */
    public void crash() {
        long now = ticks();
        state.updateAndGet(old -> old.with(old.epoch.crashed(old.flush.last(now), now)));
        captured.crash(state.get().flush.last(now));
    }

    /**
     * Goes back to an image of itself.
     *
     * @param image when it was taken: what had been flushed by then is in it
     * @throws IllegalArgumentException when it is not in the past, or before anything was captured
     */
    public void restore(Instant image) {
        long now = ticks();
        if (Ticks.of(image) > now) {
            throw new IllegalArgumentException("the image must be from the past");
        }
        state.updateAndGet(old -> restored(old, Ticks.of(image), now));
        captured.clear();
    }

    /**
     * Removes old intervals.
     *
     * @param cutoff those that ended at or before it go
     */
    public void removeBefore(Instant cutoff) {
        long ticks = Ticks.of(cutoff);
        state.updateAndGet(old -> old.with(old.epoch.removedBefore(ticks)));
    }

    /** Cleans up by size now, whatever the size is: down to four fifths of the limit. */
    public void cleanUp() {
        long now = ticks();
        state.updateAndGet(old -> tending.cleaned(old, now));
    }

    /**
     * Changes what the store is beside its history.
     *
     * @param change from the old traits to the new ones
     */
    public void traits(UnaryOperator<Traits> change) {
        state.updateAndGet(old -> old.with(change.apply(old.traits)));
    }

    private State altered(State old, QueryStoreOptions changed, long now) {
        boolean sameFlush = old.options.flushIntervalSeconds() == changed.flushIntervalSeconds();
        FlushGrid flush = sameFlush ? old.flush : grid(changed, now);
        return old.with(capture(old, changed, now)).with(flush).with(changed);
    }

    private State cleared(State old, long now) {
        Epoch epoch = Epoch.fresh(old.epoch.number() + 1);
        if (old.options.actual().captures()) {
            long length = old.options.intervalLengthMinutes() * Ticks.MINUTE;
            epoch = epoch.plus(segment(epoch, now, Ticks.floor(now, length), length));
        }
        return old.next(epoch, now);
    }

    private State restored(State old, long image, long now) {
        long flush = old.flush.last(image);
        Epoch then = old.epoch;
        for (Epoch past : old.past.reversed()) {
            then = past.ended() > image ? past : then;
        }
        Epoch epoch = Restoration.of(moment(old, then, flush), old.epoch.number() + 1);
        if (!old.options.actual().captures()) {
            return old.next(epoch, now);
        }
        long length = old.options.intervalLengthMinutes() * Ticks.MINUTE;
        boolean goesOn = Restoration.goesOn(epoch, flush, now, length);
        return old.next(
                goesOn
                        ? Restoration.goingOn(epoch, now)
                        : epoch.plus(segment(epoch, now, Ticks.floor(now, length), length)),
                now);
    }

    private Epoch capture(State old, QueryStoreOptions changed, long now) {
        boolean did = old.options.actual().captures();
        boolean does = changed.actual().captures();
        long length = changed.intervalLengthMinutes() * Ticks.MINUTE;
        if (did && !does) {
            return old.epoch.capturedUntil(now);
        }
        boolean sameLength = old.options.intervalLengthMinutes() == changed.intervalLengthMinutes();
        if (!does || (did && sameLength)) {
            return old.epoch;
        }
        long next = old.epoch.firstFreeStart(now, length);
        Epoch ended = old.epoch.capturedUntil(next);
        long start = ended.segments().isEmpty() ? Ticks.floor(next, length) : next;
        return ended.plus(segment(ended, next, start, length));
    }

    private Segment segment(Epoch epoch, long captureFrom, long start, long length) {
        List<Segment> segments = epoch.segments();
        long id = segments.isEmpty() ? 1 : segments.getLast().lastId(Long.MAX_VALUE) + 1;
        long ordinal = segments.isEmpty() ? 0 : epoch.lastOrdinal(Long.MAX_VALUE) + 1;
        long chance = workload.chance(epoch.number() * 1_000L + segments.size());
        int idle = workload.spec().idlePerBlock();
        return new Segment(captureFrom, Long.MAX_VALUE, start, length, id, ordinal, idle, chance);
    }

    private FlushGrid grid(QueryStoreOptions options, long since) {
        long period = options.flushIntervalSeconds() * Ticks.SECOND;
        return new FlushGrid((workload.chance(-1) >>> 1) % period, period, since);
    }
}
