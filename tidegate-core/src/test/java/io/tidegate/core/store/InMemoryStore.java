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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A store in memory, for tests: {@link CollectorStore} without an engine. Thread-safe by one lock, which readers take too.
 */
public final class InMemoryStore implements CollectorStore, StoreUnderTest {
    private final Map<String, Integer> servers = new LinkedHashMap<>();
    private final TreeMap<SeriesKey, MemorySeries> all = new TreeMap<>();
    private final Map<Integer, String> groups = new HashMap<>(); // by lineage
    private final MemoryStretches stretches = new MemoryStretches();
    private final MemoryState state = new MemoryState();
    private int lineages;

    @Override
    public CollectorStore collector() {
        return this;
    }

    @Override
    public HistoryReader reader() {
        return new MemoryReader(this);
    }

    @Override
    public void close() {}

    @Override
    public synchronized int registerServer(String name) {
        return servers.computeIfAbsent(name, n -> servers.size() + 1);
    }

    @Override
    public synchronized SeriesRecord openSeries(
            int serverId,
            String database,
            int sourceDatabaseId,
            String groupDatabaseId,
            Instant openIntervalStart,
            Instant sourceNow) {
        Optional<MemorySeries> known = current().stream()
                .filter(s ->
                        SeriesGroups.isOne(groups.getOrDefault(s.series().key().lineage(), ""), groupDatabaseId))
                .findFirst()
                .or(() -> current().stream()
                        .filter(s -> s.series().serverId() == serverId
                                && s.series().database().equals(database)
                                && (SeriesGroups.goesByName(groupDatabaseId)
                                        || groups.getOrDefault(s.series().key().lineage(), "")
                                                .isEmpty()))
                        .findFirst());
        if (known.isPresent()) {
            known.get().seen(serverId, database, sourceDatabaseId, sourceNow);
            groups.put(known.get().series().key().lineage(), groupDatabaseId);
            return known.get().series();
        }
        SeriesKey key = new SeriesKey(serverId, ++lineages, 1);
        groups.put(key.lineage(), groupDatabaseId);
        return add(new SeriesRecord(key, serverId, database, sourceDatabaseId, openIntervalStart, sourceNow));
    }

    private SeriesRecord add(SeriesRecord series) {
        return all.computeIfAbsent(series.key(), key -> new MemorySeries(series))
                .series();
    }

    /** The highest epoch of each lineage. */
    List<MemorySeries> current() {
        Map<Integer, MemorySeries> byLineage = new LinkedHashMap<>();
        all.values().forEach(s -> byLineage.put(s.series().key().lineage(), s));
        return List.copyOf(byLineage.values());
    }

    Map<SeriesKey, MemorySeries> all() {
        return all;
    }

    Map<String, Integer> servers() {
        return servers;
    }

    List<Stretch> stretches() {
        return stretches.all();
    }

    private MemorySeries of(SeriesKey key) {
        return Optional.ofNullable(all.get(key))
                .orElseThrow(() -> new IllegalArgumentException("unknown series " + key));
    }

    @Override
    public synchronized SeriesRecord fork(
            SeriesKey current, ForkPoint point, Instant openIntervalStart, Instant sourceNow) {
        SeriesKey next = new SeriesKey(current.home(), current.lineage(), current.epoch() + 1);
        if (all.containsKey(next)) {
            return of(next).series();
        }
        SeriesRecord old = of(current).series();
        SeriesRecord begun = add(new SeriesRecord(
                next, old.serverId(), old.database(), old.sourceDatabaseId(), openIntervalStart, sourceNow));
        for (int epoch = 1; epoch < next.epoch(); epoch++) {
            of(next).inherit(of(new SeriesKey(next.home(), next.lineage(), epoch)), point);
        }
        of(current).end(point, sourceNow);
        if (point.supersededFrom() != null) {
            all.values().stream()
                    .filter(series -> series.series().key().lineage() == next.lineage()
                            && series.series().key().epoch() < next.epoch())
                    .forEach(series -> series.supersede(point.supersededFrom()));
        }
        state.add(StateEvent.newEpoch(next, sourceNow));
        return begun;
    }

    @Override
    public synchronized SeriesRecord rename(SeriesKey key, String database, Instant at) {
        SeriesRecord before = of(key).series();
        if (series(before.serverId()).stream().anyMatch(one -> one.database().equals(database))) {
            return before;
        }
        all.values().stream()
                .filter(one -> one.series().key().lineage() == key.lineage())
                .forEach(one -> one.rename(database));
        stretches
                .all()
                .replaceAll(one ->
                        one.serverId() == before.serverId() && one.database().equals(before.database())
                                ? new Stretch(one.serverId(), database, one.word(), one.from(), one.to(), one.detail())
                                : one);
        state.add(StateEvent.renamed(key, at, before.database(), database));
        return of(key).series();
    }

    @Override
    public synchronized List<SeriesRecord> series(int serverId) {
        return current().stream()
                .map(MemorySeries::series)
                .filter(series -> series.serverId() == serverId)
                .sorted(Comparator.comparing(SeriesRecord::database))
                .toList();
    }

    @Override
    public synchronized ListSummary listSummary(SeriesKey series) {
        return of(series).runtime().summary();
    }

    @Override
    public synchronized void observeAll(List<Observation> observations) {
        observations.forEach(one -> ifCurrent(one.series(), series -> series.observe(one)));
    }

    private void ifCurrent(SeriesKey key, Consumer<MemorySeries> change) {
        current().stream().filter(one -> one.series().key().equals(key)).forEach(change);
    }

    @Override
    public synchronized List<LedgerEntry> unheld(SeriesKey series, Kind kind) {
        return ledger(series, kind).stream()
                .filter(entry -> entry.state() == LedgerEntry.State.LISTED)
                .toList();
    }

    @Override
    public synchronized List<LedgerEntry> entries(SeriesKey series, Kind kind, Instant from, Instant to) {
        return ledger(series, kind).stream()
                .filter(entry -> !entry.interval().start().isBefore(from)
                        && entry.interval().start().isBefore(to))
                .toList();
    }

    @Override
    public synchronized List<LedgerEntry> entriesById(SeriesKey series, Kind kind, IdRange ids, int limit) {
        return of(series).of(kind).entries().stream()
                .map(MemoryEntry::snapshot)
                .filter(entry -> ids.contains(entry.interval().id()))
                .limit(limit)
                .toList();
    }

    private List<LedgerEntry> ledger(SeriesKey series, Kind kind) {
        return of(series).of(kind).entries().stream()
                .map(MemoryEntry::snapshot)
                .sorted(Comparator.comparing(entry -> entry.interval().start()))
                .toList();
    }

    @Override
    public synchronized List<Band> bands(SeriesKey series, Kind kind) {
        return of(series).of(kind).bands();
    }

    @Override
    public synchronized Optional<Band> band(BandKey key) {
        return Optional.ofNullable(of(key.series()).of(key.kind()).band(key)).map(MemoryBand::band);
    }

    @Override
    public synchronized CommitResult stage(StageBatch batch) {
        BandKey key = batch.band().key();
        return of(key.series()).of(key.kind()).stage(batch);
    }

    @Override
    public synchronized List<Long> unidentifiedPlans(BandKey key) {
        return of(key.series()).of(key.kind()).unidentified(key);
    }

    @Override
    public synchronized List<Long> unidentifiedPlans(SeriesKey series, Set<Long> planIds) {
        return of(series).content.unidentified(planIds);
    }

    @Override
    public synchronized void identify(SeriesKey series, List<PlanIdentity> identities) {
        of(series).content.identify(identities);
    }

    @Override
    public synchronized SharedPlans sharePlans(SeriesKey epoch, SeriesKey owner, Set<Long> planIds) {
        return of(owner).content.share(of(epoch).content, planIds);
    }

    @Override
    public synchronized List<CommitResult> holdWhole(List<WholeBand> bands) {
        return bands.stream()
                .map(band ->
                        stage(band.last()) instanceof CommitResult.Fenced fenced ? fenced : hold(band.completion()))
                .toList();
    }

    @Override
    public synchronized CommitResult hold(BandCompletion completion) {
        BandKey key = completion.key();
        return of(key.series()).of(key.kind()).hold(completion);
    }

    @Override
    public synchronized CommitResult dropBand(BandKey key, long expectedRevision) {
        return of(key.series()).of(key.kind()).drop(key, expectedRevision);
    }

    @Override
    public synchronized int noteTorn(SeriesKey series, Kind kind, long intervalId, long checksum, Instant at) {
        return of(series).of(kind).entry(intervalId).torn(checksum, at);
    }

    @Override
    public synchronized void peek(PeekBatch batch) {
        ifCurrent(batch.series(), one -> one.runtime().peek(batch));
    }

    @Override
    public synchronized void dropPeek(SeriesKey series, long intervalId, long peekNumber) {
        MemoryPeeks peeks = of(series).runtime().peeks(intervalId);
        if (peeks != null) {
            peeks.drop(peekNumber);
        }
    }

    @Override
    public synchronized long lastPeekNumber(SeriesKey series, long intervalId) {
        MemoryPeeks peeks = of(series).runtime().peeks(intervalId);
        return peeks == null ? 0 : peeks.lastNumber();
    }

    @Override
    public synchronized CommitResult correct(
            long term,
            SeriesKey series,
            Kind kind,
            long intervalId,
            long expectedRevision,
            List<? extends StatsRow> rows) {
        return of(series).of(kind).correct(intervalId, expectedRevision, rows);
    }

    @Override
    public synchronized Map<Long, IntervalFigures> storedFigures(
            SeriesKey series, Kind kind, Instant from, Instant to) {
        return of(series).of(kind).storedFigures(from, to);
    }

    @Override
    public synchronized Map<StatsKey, Long> storedAmounts(SeriesKey series, Kind kind, long intervalId) {
        return of(series).of(kind).amounts(intervalId);
    }

    @Override
    public synchronized CommitResult restore(
            SeriesKey series, Kind kind, long intervalId, long expectedRevision, List<? extends StatsRow> rows) {
        return of(series).of(kind).restore(intervalId, expectedRevision, rows);
    }

    @Override
    public synchronized void flag(SeriesKey series, Kind kind, long intervalId, LedgerEntry.Flag flag, Instant at) {
        MemoryEntry entry = of(series).of(kind).entry(intervalId);
        if (entry != null) {
            entry.flag(flag, at);
        }
    }

    @Override
    public synchronized void counted(
            SeriesKey series, Kind kind, long intervalId, Instant at, Instant nextAt, LedgerEntry.Counted counted) {
        MemoryEntry entry = of(series).of(kind).entry(intervalId);
        if (entry != null) {
            entry.counted(at, nextAt, counted);
        }
    }

    @Override
    public synchronized List<Sentinel> sentinels(SeriesKey series, int newest, int oldest) {
        return of(series).content.sentinels(newest, oldest);
    }

    @Override
    public synchronized List<Long> missingTexts(SeriesKey series, int limit) {
        return of(series).content.missingTexts(limit);
    }

    @Override
    public synchronized List<Long> missingPlans(SeriesKey series, int limit, boolean overCap) {
        return of(series).content.missingPlans(limit, overCap);
    }

    @Override
    public synchronized void storeTexts(SeriesKey series, List<QueryText> texts) {
        ifCurrent(series, one -> one.content.storeTexts(texts));
    }

    @Override
    public synchronized void storePlans(SeriesKey series, List<PlanXml> plans) {
        ifCurrent(series, one -> one.content.storePlans(plans));
    }

    @Override
    public synchronized void recordStretches(List<Stretch> all) {
        all.forEach(stretches::record);
    }

    @Override
    public synchronized List<StateEvent> recordState(StateReading reading) {
        of(reading.series());
        return state.record(reading);
    }

    @Override
    public synchronized List<StateRow> forcedPlans(SeriesKey series) {
        return state.forced(series);
    }

    @Override
    public synchronized Optional<Long> newestCompile(SeriesKey series, StateTable table) {
        return state.newestCompile(series, table);
    }

    MemoryState state() {
        return state;
    }

    @Override
    public synchronized int expire(Expiry expiry) {
        return new MemoryExpiry(all, stretches, state).expire(expiry);
    }
}
