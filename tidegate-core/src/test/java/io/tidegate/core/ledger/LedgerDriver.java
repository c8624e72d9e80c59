package io.tidegate.core.ledger;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.StoreException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Two loops on one source, straightforwardly: probe, plan, read, over and over. Passes are deferred, cut, late, broken
 * off by faults of source and store, and overtaken by one another; nothing is remembered between passes but the budget
 * ladder, and that is forgotten in a crash.
 */
final class LedgerDriver {
    final InMemoryStore store = new InMemoryStore();
    final SeriesKey series;
    int passes;
    int faults;
    int cuts;
    int fenced;
    int torn;
    private final CatalogModel model;
    private final ModelClock clock;
    private final Random random;
    private final UnaryOperator<StageBatch> mutant;
    private final Executor executor;
    private double faultRate;
    private boolean isInner;
    private BudgetLadder ladder = BudgetLadder.FULL;

    /** The executor runs store calls behind the reading. */
    LedgerDriver(
            CatalogModel model,
            long seed,
            java.util.function.Function<LedgerDriver, UnaryOperator<StageBatch>> mutant,
            Executor executor) {
        this.model = model;
        this.random = new Random(seed);
        this.faultRate = random.nextInt(4) * 0.02;
        RuntimeStatsInterval open = model.intervals.get(random.nextInt(model.intervals.size()));
        this.clock = new ModelClock(open.start().plusSeconds(1));
        this.series = store.openSeries(store.registerServer("sim-1"), "Sales", 5, open.start(), clock.instant())
                .key();
        this.mutant = mutant.apply(this);
        this.executor = executor;
    }

    Random random() {
        return random;
    }

    private QueryStoreOptions options() {
        return new QueryStoreOptions(
                2, 0, CatalogModel.FLUSH.toSeconds(), model.length.toMinutes(), 30, 100, 1000, true);
    }

    /** Passes with faults until the catalogue's end, then passes without until nothing is left; false if something is. */
    boolean run() {
        while (clock.instant().isBefore(model.end())) {
            pass(random.nextBoolean());
            clock.pass(Duration.ofSeconds(random.nextInt(1800)));
        }
        faultRate = 0;
        for (int i = 0; i < 3_000 && !isAllHeld(); i++) {
            pass(i % 2 == 0);
            clock.pass(Duration.ofMinutes(5));
        }
        return isAllHeld();
    }

    private boolean isAllHeld() {
        return Stream.of(Kind.values()).allMatch(this::isAllHeld);
    }

    private boolean isAllHeld(Kind kind) {
        List<LedgerEntry> ledger = store.reader().ledger(series, kind);
        return ledger.size() == model.intervals.size()
                && ledger.stream().allMatch(entry -> entry.state() == LedgerEntry.State.HELD);
    }

    private void pass(boolean isTick) {
        passes++;
        if (random.nextInt(5) == 0) {
            return; // deferred: somebody else has the lease
        }
        CollectorStore faulty = FaultyStore.around(store, random, faultRate, mutant);
        try {
            faulty.observe(new Observation(
                    series,
                    clock.instant(),
                    model.listed(clock.instant()),
                    true,
                    Long.MIN_VALUE,
                    options(),
                    EnumSet.allOf(Kind.class)));
            Situation situation = new Situation(
                    clock.instant(),
                    store.series(series.home()).getFirst().firstContact(),
                    options(),
                    IntervalClock.of(options()),
                    model.layout,
                    Situation.DEFAULT_HORIZON);
            WorkPlan runtime = plan(faulty, situation, Kind.RUNTIME);
            WorkPlan waits = plan(faulty, situation, Kind.WAITS);
            read(faulty, isTick ? WorkOrder.tick(runtime, waits) : WorkOrder.backfill(runtime, waits));
            ladder = ladder.afterSuccess();
        } catch (StoreException | ModelSource.ReadFault e) {
            faults++;
            ladder = random.nextInt(4) == 0 ? BudgetLadder.FULL : ladder.afterFailure(clock.instant());
        }
    }

    private WorkPlan plan(CollectorStore faulty, Situation situation, Kind kind) {
        return new WorkPlan(series, situation, ladder, faulty.unheld(series, kind), faulty.bands(series, kind));
    }

    private void read(CollectorStore faulty, List<PlannedBand> planned) throws ModelSource.ReadFault {
        ReadBudget budget = new ReadBudget(1 + random.nextInt(60_000), 1 + random.nextInt(80), Duration.ofSeconds(30));
        SliceMeter meter = new SliceMeter(ladder.budget(budget), () -> 0, () -> random.nextInt(60) == 0);
        ModelSource source = new ModelSource(model, clock, random, faultRate, this::otherTurn);
        List<BandTask> tasks = planned.stream()
                .limit(1 + random.nextInt(5))
                .map(p -> new BandTask(p, model.layout.of(p.key().kind()), 0, Set.of()))
                .toList();
        for (BandOutcome outcome :
                new BandReader<>(faulty, source, clock, meter, executor, new SpareBatches(2)).readAll(tasks)) {
            switch (outcome) {
                case BandOutcome.Cut cut -> cuts++;
                case BandOutcome.Fenced f -> fenced++;
                case BandOutcome.Torn t -> torn++;
                case BandOutcome.Held held -> {}
                case BandOutcome.Restarted restarted -> {}
                case BandOutcome.EpochChanged changed ->
                    throw new AssertionError("no epoch has changed, yet " + changed);
            }
        }
    }

    /** A pass that overtakes the one under way, as after an abandonment on a host without a gate. */
    private void otherTurn() {
        if (!isInner && faultRate > 0 && random.nextInt(12) == 0) {
            isInner = true;
            pass(random.nextBoolean());
            isInner = false;
        }
    }
}
