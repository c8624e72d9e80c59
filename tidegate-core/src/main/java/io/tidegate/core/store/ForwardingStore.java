package io.tidegate.core.store;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store that stands for another one and says only what differs: each method calls the same one there. As thread-safe as
 * that one, and blocks and throws as it does.
 */
public abstract class ForwardingStore implements CollectorStore {
    /** The other one. */
    protected final CollectorStore store;

    /**
     * Stands for a store.
     *
     * @param store the other one
     */
    protected ForwardingStore(CollectorStore store) {
        this.store = store;
    }

    @Override
    public int registerServer(String name) {
        return store.registerServer(name);
    }

    @Override
    public SeriesRecord openSeries(
            int serverId,
            String database,
            int sourceDatabaseId,
            String groupDatabaseId,
            Instant openIntervalStart,
            Instant sourceNow) {
        return store.openSeries(serverId, database, sourceDatabaseId, groupDatabaseId, openIntervalStart, sourceNow);
    }

    @Override
    public SeriesRecord fork(SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow) {
        return store.fork(current, point, openIntervalStart, sourceNow);
    }

    @Override
    public SeriesRecord rename(SeriesKey series, String database, Instant at) {
        return store.rename(series, database, at);
    }

    @Override
    public List<SeriesRecord> series(int serverId) {
        return store.series(serverId);
    }

    @Override
    public ListSummary listSummary(SeriesKey series) {
        return store.listSummary(series);
    }

    @Override
    public void observeAll(List<Observation> observations) {
        store.observeAll(observations);
    }

    @Override
    public List<LedgerEntry> unheld(SeriesKey series, Kind kind) {
        return store.unheld(series, kind);
    }

    @Override
    public List<LedgerEntry> entries(SeriesKey series, Kind kind, Instant from, Instant to) {
        return store.entries(series, kind, from, to);
    }

    @Override
    public List<LedgerEntry> entriesById(SeriesKey series, Kind kind, IdRange ids, int limit) {
        return store.entriesById(series, kind, ids, limit);
    }

    @Override
    public List<Band> bands(SeriesKey series, Kind kind) {
        return store.bands(series, kind);
    }

    @Override
    public Optional<Band> band(BandKey key) {
        return store.band(key);
    }

    @Override
    public CommitResult stage(StageBatch batch) {
        return store.stage(batch);
    }

    @Override
    public List<Long> unidentifiedPlans(BandKey key) {
        return store.unidentifiedPlans(key);
    }

    @Override
    public List<Long> unidentifiedPlans(SeriesKey series, Set<Long> planIds) {
        return store.unidentifiedPlans(series, planIds);
    }

    @Override
    public void identify(SeriesKey series, List<PlanIdentity> identities) {
        store.identify(series, identities);
    }

    @Override
    public SharedPlans sharePlans(SeriesKey epoch, SeriesKey owner, Set<Long> planIds) {
        return store.sharePlans(epoch, owner, planIds);
    }

    @Override
    public CommitResult hold(BandCompletion completion) {
        return store.hold(completion);
    }

    @Override
    public List<CommitResult> holdWhole(List<WholeBand> bands) {
        return store.holdWhole(bands);
    }

    @Override
    public CommitResult dropBand(BandKey key, long expectedRevision) {
        return store.dropBand(key, expectedRevision);
    }

    @Override
    public int noteTorn(SeriesKey series, Kind kind, long intervalId, long checksum, Instant at) {
        return store.noteTorn(series, kind, intervalId, checksum, at);
    }

    @Override
    public void peek(PeekBatch batch) {
        store.peek(batch);
    }

    @Override
    public void dropPeek(SeriesKey series, long intervalId, long peekNumber) {
        store.dropPeek(series, intervalId, peekNumber);
    }

    @Override
    public long lastPeekNumber(SeriesKey series, long intervalId) {
        return store.lastPeekNumber(series, intervalId);
    }

    @Override
    public CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows) {
        return store.correct(term, series, kind, intervalId, expectedRevision, rows);
    }

    @Override
    public Map<Long, IntervalFigures> storedFigures(SeriesKey series, Kind kind, Instant from, Instant to) {
        return store.storedFigures(series, kind, from, to);
    }

    @Override
    public Map<StatsKey, Long> storedAmounts(SeriesKey series, Kind kind, long intervalId) {
        return store.storedAmounts(series, kind, intervalId);
    }

    @Override
    public CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows) {
        return store.restore(series, kind, intervalId, expectedRevision, rows);
    }

    @Override
    public void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at) {
        store.flag(series, kind, intervalId, flag, at);
    }

    @Override
    public void counted(
            SeriesKey series,
            Kind kind,
            long intervalId,
            Instant at,
            @Nullable Instant nextAt,
            LedgerEntry.Counted counted) {
        store.counted(series, kind, intervalId, at, nextAt, counted);
    }

    @Override
    public List<Sentinel> sentinels(SeriesKey series, int newest, int oldest) {
        return store.sentinels(series, newest, oldest);
    }

    @Override
    public List<Long> missingTexts(SeriesKey series, int limit) {
        return store.missingTexts(series, limit);
    }

    @Override
    public List<Long> missingPlans(SeriesKey series, int limit, boolean overCap) {
        return store.missingPlans(series, limit, overCap);
    }

    @Override
    public void storeTexts(SeriesKey series, List<QueryText> texts) {
        store.storeTexts(series, texts);
    }

    @Override
    public void storePlans(SeriesKey series, List<PlanXml> plans) {
        store.storePlans(series, plans);
    }

    @Override
    public void recordStretches(List<Stretch> stretches) {
        store.recordStretches(stretches);
    }

    @Override
    public int expire(Expiry expiry) {
        return store.expire(expiry);
    }

    @Override
    public boolean archive() {
        return store.archive();
    }

    @Override
    public List<StateEvent> recordState(StateReading reading) {
        return store.recordState(reading);
    }

    @Override
    public List<StateRow> forcedPlans(SeriesKey series) {
        return store.forcedPlans(series);
    }

    @Override
    public Optional<Long> newestCompile(SeriesKey series, StateTable table) {
        return store.newestCompile(series, table);
    }
}
