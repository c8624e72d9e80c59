package io.tidegate.bench.cost;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.collector.CollectorTools;
import io.tidegate.collector.MemoryPermits;
import io.tidegate.collector.lane.ServerLane;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.gate.GateRegistry;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.step.AbandonedSteps;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.sqlserver.session.DriverConnections;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.RingThreeChain;
import io.tidegate.sqlserver.session.SessionLimits;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;

/**
 * A lane of the collector with the settings of Lite: its tick each minute and its backfill each five, half a minute apart,
 * one after the other. Confined to one thread.
 */
final class CollectorWay implements AutoCloseable {
    private static final CollectorSettings SETTINGS = CollectorSettings.LITE;
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

    private final WorkTime time;
    private final Instant start;
    private final DuckDbStore store;
    private final WatchedStore watched;
    private final ServerLane lane;
    private int minute;

    /** A collector that has not met the server yet. */
    CollectorWay(CostServer server, WorkTime time, Path directory) {
        this.time = time;
        this.start = time.instant();
        this.store = DuckDbStores.open(
                directory,
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().name("store-", 0).factory(),
                time,
                SystemTicker.INSTANCE);
        this.watched = new WatchedStore(store);
        DueGrid ticks = new DueGrid(time.readNanos(), SETTINGS.tick());
        this.lane = new ServerLane(
                tools(),
                SETTINGS,
                server.target(),
                store.registerServer(server.target().name()),
                ticks,
                DueGrid.between(ticks, SETTINGS.backfill(), 0, 1));
    }

    private CollectorTools tools() {
        ThreadFactory threads = Thread.ofVirtual().factory();
        SessionLimits limits = SessionLimits.LITE;
        DriverConnections connections = new DriverConnections();
        return new CollectorTools(
                watched,
                new GateRegistry<>("cost", row -> {}, time, time),
                new HeavySessions(
                        connections,
                        RingThreeChain.standard(
                                (server, session) -> store.storeIntent(server, session, time.instant())),
                        limits,
                        time,
                        threads,
                        time,
                        "cost"),
                new LightSessions(connections, limits, time, "cost"),
                new StepTools(threads, time, time, late -> {}, new AbandonedSteps()),
                MemoryPermits.forHeap(Runtime.getRuntime().maxMemory()),
                time,
                time,
                threads);
    }

    /** Whether the store is being given a peek. */
    boolean isPeeking() {
        return watched.isPeeking();
    }

    /** Lets time go. Blocks as long as the work of that time takes. */
    void run(Duration length) {
        for (long left = length.toMinutes(); left > 0; left--) {
            Instant now = start.plus(Duration.ofMinutes(minute));
            time.until(now);
            ended(lane.tick(time.readNanos()));
            if (minute % SETTINGS.backfill().toMinutes() == 0) {
                time.until(now.plus(HALF_A_MINUTE));
                ended(lane.backfill());
            }
            minute++;
        }
        time.until(start.plus(Duration.ofMinutes(minute)));
    }

    private void ended(PassOutcome outcome) {
        switch (outcome) {
            case DONE, EMPTY, CUT -> {}
            case DEFERRED, ABANDONED, FAILED, SKIPPED, CANCELLED ->
                throw new IllegalStateException(outcome + " at " + time.instant() + ": " + lane.status());
        }
    }

    /** Whether nothing that has settled is missing, but for what the next tick takes. */
    boolean isCaughtUp() {
        return !lane.databases().isEmpty() && lane.databases().stream().allMatch(this::isCaughtUp);
    }

    private boolean isCaughtUp(SeriesState state) {
        SeriesKey key = state.series().key();
        Instant recent = time.instant().minus(state.situation().intervalLength().multipliedBy(3));
        return store.unheld(key, Kind.RUNTIME).stream()
                        .noneMatch(entry -> entry.interval().start().isBefore(recent))
                && store.missingTexts(key, 1).isEmpty()
                && store.missingPlans(key, 1, false).isEmpty();
    }

    /** Intervals that are held, and with how many rows. */
    Map<Long, Long> held(Kind kind) {
        return lane.databases().stream()
                .flatMap(state -> store.storedIntervals(state.series().key(), kind).stream())
                .collect(Collectors.toMap(StoredInterval::intervalId, StoredInterval::rows));
    }

    /** The share of executions that it does not hold, of intervals that began at or after an instant and that it holds. */
    double lost(Instant since, CostServer server) {
        Map<Long, Long> held = lane.databases().stream()
                .flatMap(state -> store.storedIntervals(state.series().key(), Kind.RUNTIME).stream())
                .collect(Collectors.toMap(StoredInterval::intervalId, StoredInterval::executions));
        return server.lost(since, held, book -> held.containsKey(book.intervalId()));
    }

    /** What it has stored, and which texts and plans it was given. */
    WatchedStore store() {
        return watched;
    }

    /** Deadlines that would have acted in a collector that goes by the clock on the wall. */
    long missedDeadlines() {
        return time.missed();
    }

    @Override
    public void close() {
        lane.close();
        store.close();
    }
}
