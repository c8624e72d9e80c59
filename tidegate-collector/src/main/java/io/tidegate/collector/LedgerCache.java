package io.tidegate.collector;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.SharedPlans;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.WholeBand;
import io.tidegate.core.time.Ticker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose answers about the work to do are remembered, series by series, until something but a peek is written for the
 * series through here: a fleet at rest asks its store next to nothing. Thread-safe; to be the only way by which a process writes.
 *
 * <p>What is remembered may be old only when a call's end was not known; then the store's own fences refuse what was planned
 * by it, and nothing is remembered for longer than an hour.
 */
public final class LedgerCache extends ForwardingStore {
    private static final long KEEP_NANOS = 3_600_000_000_000L;

    private final Ticker ticker;
    private final Map<SeriesKey, Known> known = new ConcurrentHashMap<>();
    private final Map<SeriesKey, Observation> observed = new ConcurrentHashMap<>();

    /**
     * Nothing is remembered.
     *
     * @param store the store itself
     * @param ticker for how long an answer is kept
     */
    public LedgerCache(CollectorStore store, Ticker ticker) {
        super(store);
        this.ticker = ticker;
    }

    /** What the store said of one series. Dropped as a whole, so that an answer asked for before a write goes with it. */
    private static final class Known {
        private final long sinceNanos;
        private final Map<Object, Object> answers = new ConcurrentHashMap<>();

        Known(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    /** Which answer is kept. */
    private enum Ask {
        LIST
    }

    private record MissingTexts(int limit) {}

    private record MissingPlans(int limit, boolean overCap) {}

    private record Unheld(Kind kind) {}

    private record Bands(Kind kind) {}

    private Known known(SeriesKey series) {
        long now = ticker.readNanos();
        return known.compute(
                series,
                (key, before) -> before == null || now - before.sinceNanos > KEEP_NANOS ? new Known(now) : before);
    }

    @SuppressWarnings("unchecked") // each question has one type of answer
    private <T> T remembered(SeriesKey series, Object question, Supplier<T> asked) {
        Known of = known(series);
        Object answer = of.answers.get(question);
        if (answer == null) {
            answer = asked.get();
            of.answers.put(question, answer);
        }
        return (T) answer;
    }

    private <T extends @Nullable Object> T written(SeriesKey series, Supplier<T> write) {
        try {
            return write.get();
        } finally {
            known.remove(series);
        }
    }

    private void changed(SeriesKey series, Runnable write) {
        this.<@Nullable Void>written(series, () -> {
            write.run();
            return null;
        });
    }

    @Override
    public SeriesRecord openSeries(
            int serverId,
            String database,
            int sourceDatabaseId,
            String groupDatabaseId,
            Instant openIntervalStart,
            Instant sourceNow) {
        SeriesRecord series =
                store.openSeries(serverId, database, sourceDatabaseId, groupDatabaseId, openIntervalStart, sourceNow);
        known.remove(series.key());
        observed.remove(series.key());
        return series;
    }

    @Override
    public SeriesRecord fork(SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow) {
        return written(current, () -> store.fork(current, point, openIntervalStart, sourceNow));
    }

    @Override
    public SeriesRecord rename(SeriesKey series, String database, Instant at) {
        return written(series, () -> store.rename(series, database, at));
    }

    @Override
    public ListSummary listSummary(SeriesKey series) {
        return remembered(series, Ask.LIST, () -> store.listSummary(series));
    }

    /** One that says what the one before it said moves the source's clock alone, and the options if they changed. */
    @Override
    public void observeAll(List<Observation> observations) {
        List<Observation> told = new ArrayList<>();
        List<SeriesKey> news = new ArrayList<>();
        for (Observation one : observations) {
            Observation before = observed.remove(one.series());
            if (before != null && one.complete().isEmpty() && isSameList(before, one)) {
                told.add(clockAndOptions(one, before));
            } else {
                told.add(one);
                news.add(one.series());
            }
        }
        try {
            store.observeAll(told);
        } finally {
            news.forEach(known::remove);
        }
        observations.stream().filter(one -> one.options() != null).forEach(one -> observed.put(one.series(), one));
    }

    private static Observation clockAndOptions(Observation one, Observation before) {
        boolean isAsBefore = Objects.equals(one.options(), before.options())
                && one.recoveryFork().equals(before.recoveryFork());
        return new Observation(
                one.series(),
                one.sourceNow(),
                List.of(),
                IdRange.NONE,
                Long.MIN_VALUE,
                isAsBefore ? null : one.options(),
                one.kinds(),
                one.recoveryFork());
    }

    private static boolean isSameList(Observation one, Observation other) {
        return one.lowestId() == other.lowestId()
                && one.listed().equals(other.listed())
                && one.kinds().equals(other.kinds());
    }

    @Override
    public List<LedgerEntry> unheld(SeriesKey series, Kind kind) {
        return remembered(series, new Unheld(kind), () -> List.copyOf(store.unheld(series, kind)));
    }

    @Override
    public List<Band> bands(SeriesKey series, Kind kind) {
        return remembered(series, new Bands(kind), () -> List.copyOf(store.bands(series, kind)));
    }

    /** Asked after an ambiguous commit: the store itself answers. */
    @Override
    public Optional<Band> band(BandKey key) {
        known.remove(key.series());
        return store.band(key);
    }

    @Override
    public CommitResult stage(StageBatch batch) {
        return written(batch.band().key().series(), () -> store.stage(batch));
    }

    @Override
    public CommitResult hold(BandCompletion completion) {
        return written(completion.key().series(), () -> store.hold(completion));
    }

    @Override
    public List<CommitResult> holdWhole(List<WholeBand> bands) {
        try {
            return store.holdWhole(bands);
        } finally {
            bands.forEach(band -> known.remove(band.key().series()));
        }
    }

    @Override
    public CommitResult dropBand(BandKey key, long expectedRevision) {
        return written(key.series(), () -> store.dropBand(key, expectedRevision));
    }

    @Override
    public int noteTorn(SeriesKey series, Kind kind, long intervalId, long checksum, Instant at) {
        return written(series, () -> store.noteTorn(series, kind, intervalId, checksum, at));
    }

    @Override
    public CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows) {
        return written(series, () -> store.correct(term, series, kind, intervalId, expectedRevision, rows));
    }

    @Override
    public CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows) {
        return written(series, () -> store.restore(series, kind, intervalId, expectedRevision, rows));
    }

    @Override
    public void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at) {
        changed(series, () -> store.flag(series, kind, intervalId, flag, at));
    }

    @Override
    public void identify(SeriesKey series, List<PlanIdentity> identities) {
        changed(series, () -> store.identify(series, identities));
    }

    @Override
    public SharedPlans sharePlans(SeriesKey epoch, SeriesKey owner, Set<Long> planIds) {
        return written(owner, () -> store.sharePlans(epoch, owner, planIds));
    }

    @Override
    public List<Long> missingTexts(SeriesKey series, int limit) {
        return remembered(series, new MissingTexts(limit), () -> List.copyOf(store.missingTexts(series, limit)));
    }

    @Override
    public List<Long> missingPlans(SeriesKey series, int limit, boolean overCap) {
        return remembered(
                series,
                new MissingPlans(limit, overCap),
                () -> List.copyOf(store.missingPlans(series, limit, overCap)));
    }

    @Override
    public void storeTexts(SeriesKey series, List<QueryText> texts) {
        changed(series, () -> store.storeTexts(series, texts));
    }

    @Override
    public void storePlans(SeriesKey series, List<PlanXml> plans) {
        changed(series, () -> store.storePlans(series, plans));
    }

    @Override
    public int expire(Expiry expiry) {
        int expired = 1; // unless the store says otherwise
        try {
            expired = store.expire(expiry);
            return expired;
        } finally {
            if (expired > 0 && isOfTheLedger(expiry.what())) {
                known.clear();
                observed.clear();
            }
        }
    }

    private static boolean isOfTheLedger(Expiry.What what) {
        return switch (what) {
            case FACTS, LEDGER -> true;
            case LEASES, STRETCHES, EVENTS, STATE -> false;
        };
    }
}
