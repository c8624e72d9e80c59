package io.tidegate.store.postgres;

import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.SessionIdentity;
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
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.Expiry;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LeaseLog;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.PeekBatch;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.SharedPlans;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.Stretch;
import io.tidegate.core.store.WholeBand;
import io.tidegate.core.store.sql.CountSql;
import io.tidegate.core.store.sql.ExpirySql;
import io.tidegate.core.store.sql.OperationsSql;
import io.tidegate.core.store.sql.StateSql;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shared store: one schema of a PostgreSQL, which several nodes may have open at once. Thread-safe. Calls run on their
 * callers' threads, virtual ones too, and block up to {@link PostgresOptions#callLimit()}. Readers' calls have connections
 * of their own.
 */
public final class PostgresStore extends HistoryPart implements CollectorStore, LeaseLog, AutoCloseable {
    private final PostgresOptions options;
    private final Pool collector;
    private final Pool history;
    private final Partitions partitions;

    PostgresStore(PostgresOptions options, Pool collector, Pool history) {
        this.options = options;
        this.collector = collector;
        this.history = history;
        this.partitions = new Partitions(collector);
    }

    /** Closes what a store of before has left to close from its last peeks. */
    void closeLeft() {
        LastPeeks.closeLeft(collector, partitions);
    }

    @Override
    Pool history() {
        return history;
    }

    @Override
    PostgresOptions options() {
        return options;
    }

    private void change(Pool.Change change) {
        collector.run(change);
    }

    @Override
    public int registerServer(String name) {
        return collector.change(db -> RegistrySql.registerServer(db, name));
    }

    @Override
    public SeriesRecord openSeries(
            int serverId,
            String database,
            int sourceDatabaseId,
            String groupDatabaseId,
            Instant openIntervalStart,
            Instant sourceNow) {
        return collector.change(db -> RegistrySql.open(
                db, serverId, database, sourceDatabaseId, groupDatabaseId, openIntervalStart, sourceNow));
    }

    @Override
    public SeriesRecord fork(SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow) {
        return partitions.closing(
                List.of(current), db -> RegistrySql.fork(db, current, point, openIntervalStart, sourceNow));
    }

    @Override
    public SeriesRecord rename(SeriesKey series, String database, Instant at) {
        return collector.change(db -> RegistrySql.rename(db, series, database, at));
    }

    @Override
    public List<SeriesRecord> series(int serverId) {
        return collector.read(db -> RegistrySql.current(db, serverId));
    }

    @Override
    public ListSummary listSummary(SeriesKey series) {
        return collector.read(db -> LedgerSql.summary(db, series));
    }

    @Override
    public void observeAll(List<Observation> observations) {
        List<SeriesKey> seen = observations.stream().map(Observation::series).toList();
        partitions.closing(seen, db -> ObserveSql.observeAll(db, observations));
    }

    @Override
    public List<LedgerEntry> unheld(SeriesKey series, Kind kind) {
        return collector.read(db -> LedgerSql.unheld(db, series, kind));
    }

    @Override
    public List<LedgerEntry> entries(SeriesKey series, Kind kind, Instant from, Instant to) {
        return collector.read(db -> LedgerSql.entries(db, series, kind, from, to));
    }

    @Override
    public List<LedgerEntry> entriesById(SeriesKey series, Kind kind, IdRange ids, int limit) {
        return collector.read(db -> LedgerSql.entriesById(db, series, kind, ids, limit));
    }

    @Override
    public List<Band> bands(SeriesKey series, Kind kind) {
        return collector.read(db -> BandSql.bands(db, series, kind));
    }

    @Override
    public Optional<Band> band(BandKey key) {
        return collector.read(db -> BandSql.find(db, key));
    }

    @Override
    public CommitResult stage(StageBatch batch) {
        return collector.change(db -> BandSql.stage(db, batch));
    }

    @Override
    public List<Long> unidentifiedPlans(BandKey key) {
        return collector.read(db -> IdentitySql.missing(db, key));
    }

    @Override
    public List<Long> unidentifiedPlans(SeriesKey series, Set<Long> planIds) {
        return collector.read(db -> IdentitySql.missing(db, series, planIds));
    }

    @Override
    public void identify(SeriesKey series, List<PlanIdentity> identities) {
        change(db -> IdentitySql.add(db, series, identities));
    }

    @Override
    public SharedPlans sharePlans(SeriesKey epoch, SeriesKey owner, Set<Long> planIds) {
        return collector.change(db -> IdentitySql.share(db, epoch, owner, planIds));
    }

    @Override
    public List<CommitResult> holdWhole(List<WholeBand> bands) {
        List<BandKey> ranges = bands.stream().map(WholeBand::key).toList();
        return partitions.writing(ranges, () -> collector.change(db -> WholeSql.hold(db, bands)));
    }

    @Override
    public CommitResult hold(BandCompletion completion) {
        return partitions.writing(
                List.of(completion.key()), () -> collector.change(db -> HoldSql.hold(db, completion)));
    }

    @Override
    public CommitResult dropBand(BandKey key, long expectedRevision) {
        return collector.change(db -> BandSql.drop(db, key, expectedRevision));
    }

    @Override
    public int noteTorn(SeriesKey series, Kind kind, long intervalId, long checksum, Instant at) {
        return collector.change(db -> LedgerSql.noteTorn(db, series, kind, intervalId, checksum, at));
    }

    @Override
    public void peek(PeekBatch batch) {
        change(db -> PeekSql.peek(db, batch));
    }

    @Override
    public void dropPeek(SeriesKey series, long intervalId, long peekNumber) {
        change(db -> PeekSql.drop(db, series, intervalId, peekNumber));
    }

    @Override
    public long lastPeekNumber(SeriesKey series, long intervalId) {
        return collector.read(db -> PeekSql.lastNumber(db, series, intervalId));
    }

    @Override
    public CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows) {
        BandKey itself = new BandKey(series, kind, intervalId, intervalId);
        return partitions.writing(
                List.of(itself),
                () -> collector.change(db -> CorrectSql.correct(db, series, kind, intervalId, expectedRevision, rows)));
    }

    @Override
    public Map<Long, IntervalFigures> storedFigures(SeriesKey series, Kind kind, Instant from, Instant to) {
        return history.read(db -> FactSql.stored(db, series, kind, from, to));
    }

    @Override
    public Map<StatsKey, Long> storedAmounts(SeriesKey series, Kind kind, long intervalId) {
        return collector.read(db -> CorrectSql.storedAmounts(db, series, kind, intervalId));
    }

    @Override
    public CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows) {
        BandKey itself = new BandKey(series, kind, intervalId, intervalId);
        return partitions.writing(
                List.of(itself),
                () -> collector.change(db -> CorrectSql.restore(db, series, kind, intervalId, expectedRevision, rows)));
    }

    @Override
    public void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at) {
        change(db -> LedgerSql.flag(db, series, kind, intervalId, flag, at));
    }

    @Override
    public void counted(SeriesKey of, Kind kind, long id, Instant at, @Nullable Instant next, LedgerEntry.Counted as) {
        change(db -> CountSql.counted(new PostgresState(db), of, kind, id, at, next, as));
    }

    @Override
    public List<Sentinel> sentinels(SeriesKey series, int newest, int oldest) {
        return collector.read(db -> IdentitySql.sentinels(db, series, newest, oldest));
    }

    @Override
    public List<Long> missingTexts(SeriesKey series, int limit) {
        return collector.read(db -> ContentSql.missingTexts(db, series, limit));
    }

    @Override
    public List<Long> missingPlans(SeriesKey series, int limit, boolean overCap) {
        return collector.read(db -> ContentSql.missingPlans(db, series, limit, overCap));
    }

    @Override
    public void storeTexts(SeriesKey series, List<QueryText> texts) {
        List<ContentSql.Ref> refs = ContentRefs.texts(texts);
        change(db -> ContentSql.storeTexts(db, series, refs));
    }

    @Override
    public void storePlans(SeriesKey series, List<PlanXml> plans) {
        List<ContentSql.Ref> refs = ContentRefs.plans(plans);
        change(db -> ContentSql.storePlans(db, series, refs));
    }

    @Override
    public void recordStretches(List<Stretch> stretches) {
        change(db -> StretchSql.recordAll(db, stretches));
    }

    @Override
    public List<StateEvent> recordState(StateReading reading) {
        return collector.change(db -> {
            SeriesLock.take(db, reading.series());
            return StateSql.record(new PostgresState(db), reading);
        });
    }

    @Override
    public List<StateRow> forcedPlans(SeriesKey series) {
        return collector.read(db -> StateSql.forcedPlans(new PostgresState(db), series));
    }

    @Override
    public Optional<Long> newestCompile(SeriesKey series, StateTable table) {
        return collector.read(db -> StateSql.newestCompile(new PostgresState(db), series, table));
    }

    @Override
    public int expire(Expiry expiry) {
        return collector.change(
                db -> ExpirySql.expire(new PostgresState(db), expiry, () -> CorrectSql.expire(db, expiry)));
    }

    @Override
    public void recordLeases(List<LeaseRow<String>> rows) {
        change(db -> LeaseSql.record(db, rows));
    }

    @Override
    public List<LeaseRow<String>> leases(@Nullable String server, Instant from, Instant to, int limit) {
        return history.read(db -> LeaseSql.leases(db, server, from, to, limit));
    }

    @Override
    public List<LeaseRow<String>> light(String server, Instant from) {
        return history.read(db -> OperationsSql.light(new PostgresState(db), server, from));
    }

    @Override
    public void storeIntent(String server, SessionIdentity session, Instant at) {
        change(db -> LeaseSql.storeIntent(db, server, session, at));
    }

    @Override
    public void clearIntent(String server, SessionIdentity session) {
        change(db -> LeaseSql.clearIntent(db, server, session));
    }

    @Override
    public List<Intent> openIntents() {
        return collector.read(LeaseSql::openIntents);
    }

    /** A plan's XML; empty when it is not held. */
    Optional<String> planXml(SeriesKey series, long planId) {
        return history.read(db -> ContentSql.planXml(db, series, planId));
    }

    /** Closes all connections; calls that still run fail, and nothing of them is kept. Idempotent. */
    @Override
    public void close() {
        history.close();
        collector.close();
    }
}
