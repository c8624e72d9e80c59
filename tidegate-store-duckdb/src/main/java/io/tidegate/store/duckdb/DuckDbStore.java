package io.tidegate.store.duckdb;

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
import io.tidegate.core.store.sql.SharedPlansSql;
import io.tidegate.core.store.sql.StateSql;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The embedded store: one DuckDB file, one writer, two pools of readers, all on platform threads of their own.
 * Thread-safe. Calls block up to {@link DuckDbOptions#callLimit()}; a caller may be a virtual thread.
 */
public final class DuckDbStore extends HistoryPart implements CollectorStore, LeaseLog, AutoCloseable {
    private final Engine engine;
    private final StoreTimes times;
    private final StoreThreads writer;
    private final StoreThreads collectorReads;
    private final StoreThreads historyReads;
    private final ContentWriter content;
    private final Archive archive;
    private final AtomicLong bandNumbers;

    /** Readers' statements are stopped a little before their callers give up. */
    private final int timeoutSeconds;

    DuckDbStore(Engine engine, DuckDbOptions options, StoreThreads.Tools tools, Archive.Tools archiving) {
        this.engine = engine;
        this.times = new StoreTimes(tools.ticker());
        this.timeoutSeconds = (int) Math.max(1, options.callLimit().toSeconds() - 2);
        this.writer = new StoreThreads("writer", true, connections(1, 0), options, tools, times);
        this.collectorReads = new StoreThreads(
                "reader", false, connections(options.collectorReaders(), timeoutSeconds), options, tools, times);
        this.historyReads = new StoreThreads(
                "history", false, connections(options.historyReaders(), timeoutSeconds), options, tools, times);
        this.content = new ContentWriter(writer, collectorReads, times);
        this.archive = new Archive(engine.archive(), historyReads, writer, archiving, options.callLimit());
        this.bandNumbers = new AtomicLong(writer.call(BandSql::highestNumber));
        writer.change(db -> LastPeeks.closeAll(db, bandNumbers::incrementAndGet));
    }

    private List<Db> connections(int count, int limitSeconds) {
        return engine.connections(count, limitSeconds, times::addStatement);
    }

    @Override
    StoreThreads historyReads() {
        return historyReads;
    }

    @Override
    int timeoutSeconds() {
        return timeoutSeconds;
    }

    /**
     * Where the time went since the store was opened.
     *
     * @return live counters
     */
    public StoreTimes times() {
        return times;
    }

    @Override
    public int registerServer(String name) {
        return writer.call(db -> RegistrySql.registerServer(db, name));
    }

    @Override
    public SeriesRecord openSeries(
            int serverId,
            String database,
            int sourceDatabaseId,
            String groupDatabaseId,
            Instant openIntervalStart,
            Instant sourceNow) {
        return writer.call(db -> RegistrySql.open(
                db, serverId, database, sourceDatabaseId, groupDatabaseId, openIntervalStart, sourceNow));
    }

    @Override
    public SeriesRecord fork(SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow) {
        return writer.call(
                db -> RegistrySql.fork(db, current, point, openIntervalStart, sourceNow, bandNumbers::incrementAndGet));
    }

    @Override
    public SeriesRecord rename(SeriesKey series, String database, Instant at) {
        return writer.call(db -> RegistrySql.rename(db, series, database, at));
    }

    @Override
    public List<SeriesRecord> series(int serverId) {
        return collectorReads.call(db -> RegistrySql.current(db, serverId));
    }

    @Override
    public ListSummary listSummary(SeriesKey series) {
        return collectorReads.call(db -> LedgerSql.summary(db, series));
    }

    @Override
    public void observeAll(List<Observation> observations) {
        writer.change(db -> ObserveSql.observeAll(db, observations, bandNumbers::incrementAndGet));
    }

    @Override
    public List<LedgerEntry> unheld(SeriesKey series, Kind kind) {
        return collectorReads.call(db -> LedgerSql.unheld(db, series, kind));
    }

    @Override
    public List<LedgerEntry> entries(SeriesKey series, Kind kind, Instant from, Instant to) {
        return collectorReads.call(db -> LedgerSql.entries(db, series, kind, from, to));
    }

    @Override
    public List<LedgerEntry> entriesById(SeriesKey series, Kind kind, IdRange ids, int limit) {
        return collectorReads.call(db -> LedgerSql.entriesById(db, series, kind, ids, limit));
    }

    @Override
    public List<Band> bands(SeriesKey series, Kind kind) {
        return collectorReads.call(db -> BandSql.bands(db, series, kind));
    }

    @Override
    public Optional<Band> band(BandKey key) {
        return collectorReads.call(db -> BandSql.find(db, key).map(BandSql.Stored::band));
    }

    @Override
    public CommitResult stage(StageBatch batch) {
        return writer.call(db -> BandSql.stage(db, batch, bandNumbers.incrementAndGet(), times));
    }

    @Override
    public List<Long> unidentifiedPlans(BandKey key) {
        return collectorReads.call(db -> IdentitySql.missing(db, key));
    }

    @Override
    public List<Long> unidentifiedPlans(SeriesKey series, Set<Long> planIds) {
        return collectorReads.call(db -> IdentitySql.missing(db, series, planIds));
    }

    @Override
    public void identify(SeriesKey series, List<PlanIdentity> identities) {
        writer.change(db -> IdentitySql.add(db, series, identities));
    }

    @Override
    public SharedPlans sharePlans(SeriesKey epoch, SeriesKey owner, Set<Long> planIds) {
        return writer.call(db -> SharedPlansSql.share(new DuckDbState(db), epoch, owner, planIds));
    }

    @Override
    public List<CommitResult> holdWhole(List<WholeBand> bands) {
        List<WholeSql.Ready> ready = WholeSql.ready(bands);
        return writer.call(db -> WholeSql.hold(db, ready, bandNumbers::incrementAndGet, times));
    }

    @Override
    public CommitResult hold(BandCompletion completion) {
        return writer.call(db -> HoldSql.hold(db, completion));
    }

    @Override
    public CommitResult dropBand(BandKey key, long expectedRevision) {
        return writer.call(db -> BandSql.drop(db, key, expectedRevision));
    }

    @Override
    public int noteTorn(SeriesKey series, Kind kind, long intervalId, long checksum, Instant at) {
        return writer.call(db -> LedgerSql.noteTorn(db, series, kind, intervalId, checksum, at));
    }

    @Override
    public void peek(PeekBatch batch) {
        writer.change(db -> PeekSql.peek(db, batch, times));
    }

    @Override
    public void dropPeek(SeriesKey series, long intervalId, long peekNumber) {
        writer.change(db -> PeekSql.drop(db, series, intervalId, peekNumber));
    }

    @Override
    public long lastPeekNumber(SeriesKey series, long intervalId) {
        return collectorReads.call(db -> PeekSql.lastNumber(db, series, intervalId));
    }

    @Override
    public CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows) {
        return writer.call(db -> CorrectSql.correct(db, series, kind, intervalId, expectedRevision, rows, times));
    }

    @Override
    public Map<Long, IntervalFigures> storedFigures(SeriesKey series, Kind kind, Instant from, Instant to) {
        return historyReads.call(db -> RestoreSql.figures(db, series, kind, from, to));
    }

    @Override
    public Map<StatsKey, Long> storedAmounts(SeriesKey series, Kind kind, long intervalId) {
        return collectorReads.call(db -> CorrectSql.storedAmounts(db, series, kind, intervalId));
    }

    @Override
    public CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows) {
        return writer.call(db -> RestoreSql.restore(db, series, kind, intervalId, expectedRevision, rows, times));
    }

    @Override
    public void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at) {
        writer.change(db -> LedgerSql.flag(db, series, kind, intervalId, flag, at));
    }

    @Override
    public void counted(SeriesKey of, Kind kind, long id, Instant at, @Nullable Instant next, LedgerEntry.Counted as) {
        writer.change(db -> CountSql.counted(new DuckDbState(db), of, kind, id, at, next, as));
    }

    @Override
    public List<Sentinel> sentinels(SeriesKey series, int newest, int oldest) {
        return collectorReads.call(db -> IdentitySql.sentinels(db, series, newest, oldest));
    }

    @Override
    public List<Long> missingTexts(SeriesKey series, int limit) {
        return collectorReads.call(db -> ContentSql.missingTexts(db, series, limit));
    }

    @Override
    public List<Long> missingPlans(SeriesKey series, int limit, boolean overCap) {
        return collectorReads.call(db -> ContentSql.missingPlans(db, series, limit, overCap));
    }

    @Override
    public void storeTexts(SeriesKey series, List<QueryText> texts) {
        content.storeTexts(series, texts);
    }

    @Override
    public void storePlans(SeriesKey series, List<PlanXml> plans) {
        content.storePlans(series, plans);
    }

    @Override
    public void recordStretches(List<Stretch> stretches) {
        writer.change(db -> StretchSql.recordAll(db, stretches));
    }

    @Override
    public List<StateEvent> recordState(StateReading reading) {
        return writer.call(db -> StateSql.record(new DuckDbState(db), reading));
    }

    @Override
    public List<StateRow> forcedPlans(SeriesKey series) {
        return collectorReads.call(db -> StateSql.forcedPlans(new DuckDbState(db), series));
    }

    @Override
    public Optional<Long> newestCompile(SeriesKey series, StateTable table) {
        return collectorReads.call(db -> StateSql.newestCompile(new DuckDbState(db), series, table));
    }

    @Override
    public int expire(Expiry expiry) {
        return writer.call(db -> ExpirySql.expire(new DuckDbState(db), expiry, () -> CorrectSql.expire(db, expiry)));
    }

    @Override
    public boolean archive() {
        return archive.step();
    }

    @Override
    public void recordLeases(List<LeaseRow<String>> rows) {
        writer.change(db -> LeaseSql.record(db, rows));
    }

    @Override
    public List<LeaseRow<String>> leases(@Nullable String server, Instant from, Instant to, int limit) {
        return historyReads.call(db -> LeaseSql.leases(db, server, from, to, limit));
    }

    @Override
    public List<LeaseRow<String>> light(String server, Instant from) {
        return historyReads.call(db -> OperationsSql.light(new DuckDbState(db), server, from));
    }

    @Override
    public void storeIntent(String server, SessionIdentity session, Instant at) {
        writer.change(db -> LeaseSql.storeIntent(db, server, session, at));
    }

    @Override
    public void clearIntent(String server, SessionIdentity session) {
        writer.change(db -> LeaseSql.clearIntent(db, server, session));
    }

    @Override
    public List<Intent> openIntents() {
        return collectorReads.call(LeaseSql::openIntents);
    }

    /** A plan's XML; empty when it is not held. */
    Optional<String> planXml(SeriesKey series, long planId) {
        return historyReads.call(db -> ContentSql.planXml(db, series, planId));
    }

    /** Lets waiting calls finish and closes the file. Idempotent; blocks up to the time limit for each thread. */
    @Override
    public void close() {
        historyReads.close();
        collectorReads.close();
        writer.close();
        content.close();
        engine.close();
    }
}
