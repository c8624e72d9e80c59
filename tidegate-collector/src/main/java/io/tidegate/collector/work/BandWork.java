package io.tidegate.collector.work;

import io.tidegate.core.ledger.BandOutcome;
import io.tidegate.core.ledger.BandReader;
import io.tidegate.core.ledger.BandTask;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.ledger.SettlingProgress;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/** Reads the bands of one database, in order, as far as the slice goes. Immutable but for what it tells. */
public final class BandWork implements Work {
    private final CollectorStore store;
    private final SeriesRecord series;
    private final Situation situation;
    private final List<PlannedBand> bands;
    private final StoreColumns columns;
    private final boolean isEpochSuspect;
    private final SettlingProgress settling;
    private final Consumer<SeriesRecord> onEpoch;
    private final ThreadFactory threads;

    /**
     * The work.
     *
     * @param store where rows go
     * @param series whose
     * @param situation the source as last probed
     * @param bands in the order in which to read
     * @param columns what the server's views have
     * @param isEpochSuspect whether witnesses are to be asked before anything else
     * @param settling what slices before have learnt of its epoch
     * @param onEpoch told the series once its epoch is settled: the same one, or the one that it was forked to
     * @param threads for the reader of rows, and for the store's calls, which run behind the reading
     */
    public BandWork(
            CollectorStore store,
            SeriesRecord series,
            Situation situation,
            List<PlannedBand> bands,
            StoreColumns columns,
            boolean isEpochSuspect,
            SettlingProgress settling,
            Consumer<SeriesRecord> onEpoch,
            ThreadFactory threads) {
        this.store = store;
        this.series = series;
        this.situation = situation;
        this.bands = List.copyOf(bands);
        this.columns = columns;
        this.isEpochSuspect = isEpochSuspect;
        this.settling = settling;
        this.onEpoch = onEpoch;
        this.threads = threads;
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        SessionBandSource source = new SessionBandSource(session, series.database(), columns, slice, threads);
        try {
            if (isEpochSuspect) {
                String words = settle(session, slice, source.witnesses(store, series.key()));
                return WorkResult.of(PassOutcome.DONE, 0).noting(words);
            }
            InstantSource clock =
                    InstantSource.fixed(session.opened().serverNow().toInstant(ZoneOffset.UTC));
            BandReader<SqlServerException> reader = new BandReader<>(
                    store,
                    source,
                    clock,
                    slice.meter(),
                    call -> threads.newThread(call).start(),
                    slice.spare());
            List<BandTask> tasks = bands.stream().map(band -> task(band)).toList();
            List<BandOutcome> outcomes = reader.readAll(tasks);
            WorkResult read = result(outcomes, tasks.size());
            Optional<Verdict> changed = changed(outcomes);
            return changed.isEmpty() ? read : read.noting(settle(session, slice, changed));
        } catch (SliceOver over) {
            return WorkResult.of(PassOutcome.CUT, 0);
        }
    }

    private BandTask task(PlannedBand band) {
        return new BandTask(band, situation.layout().of(band.key().kind()), 0, flags(situation.options()));
    }

    /** An interval first read after clean-up may have run is held, thinned, where the source lacks plans among its own. */
    private static Set<Flag> flags(QueryStoreOptions options) {
        boolean nearCap = options.sizeBasedCleanup()
                && options.maxSizeMb() > 0
                && options.currentSizeMb() * 10 >= options.maxSizeMb() * 8;
        return nearCap ? EnumSet.of(Flag.THINNED) : EnumSet.noneOf(Flag.class);
    }

    /** What a reader's witnesses said when the bands were dropped. */
    private static Optional<Verdict> changed(List<BandOutcome> outcomes) {
        return outcomes.stream()
                .filter(BandOutcome.EpochChanged.class::isInstance)
                .map(outcome -> ((BandOutcome.EpochChanged) outcome).verdict())
                .findFirst();
    }

    /** In words for a user; empty when the epoch is the same. */
    private String settle(HeavySession session, Slice slice, Optional<Verdict> witnesses) {
        Optional<SeriesRecord> next =
                new EpochWork(store, series, situation, columns, settling).settle(session, slice, witnesses);
        onEpoch.accept(next.orElse(series).onFork(situation.recoveryFork()));
        return next.isEmpty() ? "" : series.database() + ": its Query Store began a new life (cleared or restored)";
    }

    private WorkResult result(List<BandOutcome> outcomes, int planned) {
        int held = 0;
        boolean cut = outcomes.size() < planned;
        for (BandOutcome outcome : outcomes) {
            switch (outcome) {
                case BandOutcome.Held done -> held++;
                case BandOutcome.Cut some -> cut = true;
                case BandOutcome.Torn torn -> {}
                case BandOutcome.Restarted restarted -> cut = true;
                case BandOutcome.Fenced fenced -> {}
                case BandOutcome.EpochChanged changed -> cut = true;
            }
        }
        return WorkResult.of(cut ? PassOutcome.CUT : PassOutcome.DONE, held);
    }
}
