package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.workload.Workload;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The events of a store: when it captured, with which interval length, and when it was cleared. Thread-safe: a change
 * replaces one immutable state by compare-and-set, a scan reads it once.
 */
public final class History {
    private final Workload workload;
    private final InstantSource clock;
    private final AtomicReference<State> state;

    private record State(List<Epoch> past, Epoch epoch, FlushGrid flush, QueryStoreOptions options) {}

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
        long now = Ticks.of(clock.instant());
        Epoch epoch = Epoch.fresh(0);
        if (options.actual().captures()) {
            long length = options.intervalLengthMinutes() * Ticks.MINUTE;
            long start = Ticks.floor(now, length) - workload.spec().historyIntervals() * length;
            epoch = epoch.plus(segment(epoch, start, start, length));
        }
        this.state = new AtomicReference<>(new State(List.of(), epoch, grid(options, Long.MIN_VALUE / 2), options));
    }

    /**
     * The store now.
     *
     * @return by the server's clock
     */
    public Moment now() {
        State seen = state.get();
        return new Moment(workload, seen.epoch, seen.flush, seen.options, Ticks.of(clock.instant()));
    }

    /**
     * The store at an instant, once per epoch that had begun.
     *
     * @param at by the server's clock
     * @return in order; the last one is current
     */
    public List<Moment> epochsAt(Instant at) {
        State seen = state.get();
        long now = Ticks.of(at);
        List<Moment> moments = new ArrayList<>();
        for (Epoch past : seen.past) {
            moments.add(new Moment(workload, past, seen.flush, seen.options, Math.min(now, past.cleared())));
        }
        moments.add(new Moment(workload, seen.epoch, seen.flush, seen.options, now));
        return moments;
    }

    /**
     * The options in force.
     *
     * @return the options
     */
    public QueryStoreOptions options() {
        return state.get().options;
    }

    /**
     * Changes options and state.
     *
     * @param changed from now on
     */
    public void alter(QueryStoreOptions changed) {
        long now = Ticks.of(clock.instant());
        state.updateAndGet(old -> altered(old, changed, now));
    }

    /** Ends the epoch and begins the next. */
    public void clear() {
        long now = Ticks.of(clock.instant());
        state.updateAndGet(old -> cleared(old, now));
    }

    /**
     * Removes old intervals.
     *
     * @param cutoff those that ended at or before it go
     */
    public void removeBefore(Instant cutoff) {
        long ticks = Ticks.of(cutoff);
        state.updateAndGet(old -> new State(old.past, old.epoch.removedBefore(ticks), old.flush, old.options));
    }

    private State altered(State old, QueryStoreOptions changed, long now) {
        boolean sameFlush = old.options.flushIntervalSeconds() == changed.flushIntervalSeconds();
        FlushGrid flush = sameFlush ? old.flush : grid(changed, now);
        return new State(old.past, capture(old, changed, now), flush, changed);
    }

    private State cleared(State old, long now) {
        List<Epoch> past = new ArrayList<>(old.past);
        past.add(old.epoch.capturedUntil(now).clearedAt(now));
        Epoch epoch = Epoch.fresh(old.epoch.number() + 1);
        if (old.options.actual().captures()) {
            long length = old.options.intervalLengthMinutes() * Ticks.MINUTE;
            epoch = epoch.plus(segment(epoch, now, Ticks.floor(now, length), length));
        }
        return new State(List.copyOf(past), epoch, old.flush, old.options);
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
