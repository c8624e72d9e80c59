package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A store that tells {@link StoreChanges} of each write that changes the ledger or what is recorded of time, when it has ended and
 * before its caller goes on. Staged rows, peeks, texts and plans change neither. As thread-safe as the store, and blocks and
 * throws as it does. To be the only way by which a process writes.
 */
public final class CountedChanges extends ForwardingStore {
    private final StoreChanges changes;

    /**
     * Counts.
     *
     * @param store the store itself
     * @param changes is told
     */
    public CountedChanges(CollectorStore store, StoreChanges changes) {
        super(store);
        this.changes = changes;
    }

    /** Tells of a write when it has ended, and whether it was answered. */
    private static <T extends @Nullable Object> T told(Supplier<T> write, Told tell) {
        boolean isKnown = false;
        try {
            T answer = write.get();
            isKnown = true;
            return answer;
        } finally {
            tell.ended(isKnown);
        }
    }

    @FunctionalInterface
    private interface Told {
        void ended(boolean isKnown);
    }

    private <T extends @Nullable Object> T written(Collection<SeriesKey> series, Supplier<T> write) {
        return told(write, isKnown -> series.forEach(one -> changes.ledger(one, isKnown)));
    }

    private void changed(Collection<SeriesKey> series, Runnable write) {
        this.<@Nullable Void>written(series, () -> {
            write.run();
            return null;
        });
    }

    @Override
    public SeriesRecord fork(SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow) {
        return written(List.of(current), () -> store.fork(current, point, openIntervalStart, sourceNow));
    }

    /** What is recorded of its time takes the new name too. */
    @Override
    public SeriesRecord rename(SeriesKey series, String database, Instant at) {
        return told(() -> store.rename(series, database, at), changes::everything);
    }

    /** One that lists nothing and marks nothing moves the source's clock alone. */
    @Override
    public void observeAll(List<Observation> observations) {
        Set<SeriesKey> listed = observations.stream()
                .filter(one -> !one.complete().isEmpty() || !one.listed().isEmpty() || one.lowestId() != Long.MIN_VALUE)
                .map(Observation::series)
                .collect(Collectors.toSet());
        changed(listed, () -> store.observeAll(observations));
    }

    @Override
    public CommitResult hold(BandCompletion completion) {
        return written(List.of(completion.key().series()), () -> store.hold(completion));
    }

    @Override
    public List<CommitResult> holdWhole(List<WholeBand> bands) {
        Set<SeriesKey> series = new HashSet<>();
        bands.forEach(band -> series.add(band.key().series()));
        return written(series, () -> store.holdWhole(bands));
    }

    @Override
    public CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows) {
        return written(List.of(series), () -> store.correct(term, series, kind, intervalId, expectedRevision, rows));
    }

    @Override
    public CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows) {
        return written(List.of(series), () -> store.restore(series, kind, intervalId, expectedRevision, rows));
    }

    @Override
    public void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at) {
        changed(List.of(series), () -> store.flag(series, kind, intervalId, flag, at));
    }

    @Override
    public void counted(
            SeriesKey series,
            Kind kind,
            long intervalId,
            Instant at,
            @Nullable Instant nextAt,
            LedgerEntry.Counted counted) {
        changed(List.of(series), () -> store.counted(series, kind, intervalId, at, nextAt, counted));
    }

    @Override
    public void recordStretches(List<Stretch> stretches) {
        Set<Integer> servers = stretches.stream().map(Stretch::serverId).collect(Collectors.toSet());
        CountedChanges.<@Nullable Void>told(
                () -> {
                    store.recordStretches(stretches);
                    return null;
                },
                isKnown -> changes.stretches(servers, isKnown));
    }

    @Override
    public int expire(Expiry expiry) {
        boolean isKnown = false;
        int expired = 1; // unless the store says otherwise
        try {
            expired = store.expire(expiry);
            isKnown = true;
            return expired;
        } finally {
            if (expired > 0 && isOfTime(expiry.what())) {
                changes.everything(isKnown);
            }
        }
    }

    private static boolean isOfTime(Expiry.What what) {
        return switch (what) {
            case FACTS, LEDGER, STRETCHES -> true;
            case LEASES, EVENTS, STATE -> false;
        };
    }
}
