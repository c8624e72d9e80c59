package io.tidegate.bench.imports;

import io.tidegate.app.demo.FleetProcess;
import io.tidegate.bench.run.Bar;
import io.tidegate.bench.run.Rig;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.collector.work.BandWork;
import io.tidegate.collector.work.ContentWork;
import io.tidegate.collector.work.LargePlanTries;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.WorkPlan;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Imports one database of a simulated server, slice by slice, and drains the same. Confined to one thread. */
final class Imports implements AutoCloseable {
    private static final long PLAN_CAP_BYTES = 1L << 20;
    private static final long PLAN_BYTES = 60_000;
    private static final int ALL = 1_000_000;
    private static final int STANDARD_MB = 64;

    private final FleetProcess fleet;
    private final Rig rig;
    private final ProbeReport probe;
    private final String database;
    private final SeriesState state;
    private final List<PlannedBand> bands;
    private final String name;
    private final ReadBudget lease;
    private final Path folder;

    /**
     * Probes; of the bands that the backfill would take, the newest so many are imported of the database with that index.
     *
     * @param leaseMb what one lease may read, in MB of 2^20 bytes as budgets count them; its rows are in proportion
     */
    Imports(FleetProcess fleet, Path store, int index, int intervals, int leaseMb, String name) {
        this.fleet = fleet;
        this.name = name;
        this.folder = store;
        this.lease = new ReadBudget(
                (long) leaseMb << 20, ReadBudget.STANDARD.rows() * leaseMb / STANDARD_MB, Duration.ofMinutes(5));
        this.rig = new Rig(fleet.targets().getFirst(), store);
        this.probe = rig.probe();
        this.database = probe.databases().get(index);
        this.state = rig.state(database);
        this.bands = planned().stream().limit(intervals).toList();
    }

    private List<PlannedBand> planned() {
        SeriesKey key = state.series().key();
        return new WorkPlan(
                        key,
                        state.situation(),
                        state.ladder(),
                        rig.store().unheld(key, Kind.RUNTIME),
                        rig.store().bands(key, Kind.RUNTIME))
                .backfill();
    }

    Measured rows() throws IOException {
        Stages.Spent drainedBefore = drainRows();
        long before = bytesOut();
        Stages imported = Stages.of(rig.store().times(), this::importRows);
        long bytes = bytesOut() - before;
        RowDrain walked = new RowDrain(database, bands, false);
        RowDrain typed = new RowDrain(database, bands, true);
        Stages.Spent drainedAfter = Stages.spent(() -> drain(typed));
        double driver = Stages.spent(() -> drain(walked)).seconds();
        if (walked.rows() != typed.rows()) {
            throw new IllegalStateException("drained " + walked.rows() + " and " + typed.rows() + " rows");
        }
        return new Measured(
                "runtime rows", typed.rows(), bytes, imported, driver, drainedBefore.orFaster(drainedAfter), null);
    }

    private Stages.Spent drainRows() {
        RowDrain typed = new RowDrain(database, bands, true);
        return Stages.spent(() -> drain(typed));
    }

    private void importRows() {
        try (Bar bar = new Bar(name + ": rows", bands.size())) {
            List<PlannedBand> left = left();
            while (!left.isEmpty()) {
                List<PlannedBand> now = left;
                rig.lease(
                        database,
                        lease,
                        new BandWork(
                                rig.store(),
                                state.series(),
                                state.situation(),
                                now,
                                probe.columns(),
                                false,
                                state.settling(),
                                series -> {},
                                rig.tools().threads()));
                left = left();
                if (left.equals(now)) {
                    throw new IllegalStateException("a slice has brought nothing");
                }
                bar.at((long) bands.size() - left.size());
            }
        }
    }

    /** The chosen bands that are not held yet, one under way first. */
    private List<PlannedBand> left() {
        Set<Long> chosen = new HashSet<>();
        bands.forEach(band -> chosen.add(band.key().firstIntervalId()));
        return planned().stream()
                .filter(band -> chosen.contains(band.key().firstIntervalId()))
                .toList();
    }

    private void drain(RowDrain drain) {
        while (!drain.isDone()) {
            rig.lease(database, lease, drain);
        }
    }

    Measured content(int plans) throws IOException {
        SeriesKey key = state.series().key();
        List<Long> texts = rig.store().missingTexts(key, ALL);
        List<Long> missing = rig.store().missingPlans(key, ALL, false);
        ContentDrain first =
                new ContentDrain(database, texts, missing.stream().limit(plans).toList(), true, PLAN_BYTES);
        Stages.Spent drainedBefore = Stages.spent(() -> drain(first));
        long before = bytesOut();
        Stages imported = Stages.of(rig.store().times(), () -> importContent(missing.size(), plans));
        long bytes = bytesOut() - before;
        Set<Long> still = new HashSet<>(rig.store().missingPlans(key, ALL, false));
        List<Long> fetched = missing.stream().filter(id -> !still.contains(id)).toList();
        ContentDrain walked = new ContentDrain(database, texts, fetched, false, PLAN_BYTES);
        ContentDrain typed = new ContentDrain(database, texts, fetched, true, PLAN_BYTES);
        Stages.Spent drainedAfter = Stages.spent(() -> drain(typed));
        double driver = Stages.spent(() -> drain(walked)).seconds();
        Stages.Spent drained = first.fetched() == typed.fetched() ? drainedBefore.orFaster(drainedAfter) : drainedAfter;
        return new Measured(
                "texts and plans", typed.fetched(), bytes, imported, driver, drained, append(texts, fetched));
    }

    /** The same texts and plans by a plain loop, in a file beside the store. */
    private Stages.Spent append(List<Long> texts, List<Long> plans) {
        return Stages.spent(() -> {
            try (AppendLoop loop = new AppendLoop(folder.resolve("append.db"))) {
                drain(new ContentDrain(database, texts, plans, loop::append));
                if (loop.rows() != texts.size() + plans.size()) {
                    throw new IllegalStateException(loop.rows() + " texts and plans were appended");
                }
            }
        });
    }

    private void importContent(int missing, int plans) {
        try (Bar bar = new Bar(name + ": plans", Math.min(missing, plans))) {
            ContentWork work = new ContentWork(
                    rig.store(),
                    state.series(),
                    PLAN_CAP_BYTES,
                    new LargePlanTries(rig.tools().ticker()),
                    rig.tools().threads());
            long left = missing <= plans ? Long.MAX_VALUE : plans * PLAN_BYTES;
            long fetched = 0;
            PassOutcome outcome = PassOutcome.CUT;
            while (left > 0 && outcome == PassOutcome.CUT) {
                ReadBudget budget = new ReadBudget(Math.min(lease.bytes(), left), lease.rows(), lease.time());
                outcome = rig.lease(database, budget, work).outcome();
                left -= Math.min(lease.bytes(), left);
                fetched += lease.bytes();
                bar.at(Math.min(missing, fetched / PLAN_BYTES));
            }
        }
    }

    private void drain(ContentDrain drain) {
        while (!drain.isDone()) {
            rig.lease(database, lease, drain);
        }
    }

    private long bytesOut() throws IOException {
        return fleet.status().path("servers").path(0).path("bytesOut").asLong();
    }

    @Override
    public void close() {
        rig.close();
    }
}
