package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Counted;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.WaitStatsReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One database whose intervals are held by hand in one epoch and inherited by the next one. Confined to one thread. */
final class ForkedRig implements AutoCloseable {
    final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.withWorkloads("oltp").paced(1, 60, Duration.ofHours(6)));
    final Kind kind;
    final SeriesState state;
    final SeriesKey old;

    ForkedRig(Kind kind) {
        this.kind = kind;
        var prober = fixture.prober();
        prober.probe();
        prober.close();
        state = prober.states().get(fixture.database());
        old = state.series().key();
    }

    @Override
    public void close() {
        fixture.close();
    }

    /** The oldest of the source's settled intervals that has rows of three plans or more and is newer than another one. */
    long settledBehind(long other) {
        return fixture.settled().stream()
                .mapToLong(IntervalBook::intervalId)
                .filter(id -> id > other && plans(read(id)).size() > 2)
                .findFirst()
                .orElseThrow();
    }

    static Set<Long> plans(List<? extends StatsRow> rows) {
        return rows.stream().map(row -> row.key().planId()).collect(Collectors.toSet());
    }

    /** What the source has of an interval; of runtime rows none that was split. */
    List<StatsRow> read(long id) {
        List<StatsRow> rows = new ArrayList<>();
        StatsRange range = new StatsRange(id, id, false, null);
        fixture.work(ReadBudget.STANDARD, (session, slice) -> {
            switch (kind) {
                case RUNTIME ->
                    new RuntimeStatsReader(StoreColumns.OF_2022)
                            .read(session, fixture.database(), range, slice.limits(), rows::add);
                case WAITS ->
                    new WaitStatsReader(StoreColumns.OF_2022)
                            .read(session, fixture.database(), range, slice.limits(), rows::add);
            }
            return WorkResult.of(PassOutcome.DONE, 0);
        });
        return rows;
    }

    /** What the source has of some plans, by id. */
    Map<Long, PlanIdentity> identities(Collection<Long> plans) {
        Map<Long, PlanIdentity> found = new HashMap<>();
        fixture.work(ReadBudget.STANDARD, (session, slice) -> {
            IdentityReader.identities(session, fixture.database(), List.copyOf(plans), slice.limits())
                    .found()
                    .forEach(identity -> found.put(identity.planId(), identity));
            return WorkResult.of(PassOutcome.DONE, 0);
        });
        return found;
    }

    /** Holds rows in the old epoch, without identities, as verified two hours ago. */
    void hold(long id, List<? extends StatsRow> rows) {
        BandKey key = new BandKey(old, kind, id, id);
        Band band = new Band(key, Band.Phase.ROWS, rows.getLast().key(), 1, 0, rows.size(), false, 0, 0);
        StoreFixture.hold(
                fixture.store,
                key,
                StoreFixture.revision(fixture.store.stage(new StageBatch(0, band, rows, List.of()))));
        Instant now = now();
        fixture.store.counted(old, kind, id, now.minusSeconds(7_200), now.minusSeconds(3_600), Counted.AGREES);
    }

    /** One execution, or millisecond, less. */
    static StatsRow less(StatsRow row) {
        return switch (row) {
            case RuntimeRow r ->
                new RuntimeRow(
                        r.key(), r.firstExecutionTicks(), r.lastExecutionTicks(), r.executions() - 1, r.values());
            case WaitRow w ->
                new WaitRow(
                        w.key(),
                        w.totalMillis() - 1,
                        w.avgMillis(),
                        w.lastMillis(),
                        w.minMillis(),
                        w.maxMillis(),
                        w.stdevMillis());
        };
    }

    /** Forks the old epoch: what it holds up to an interval is inherited. */
    SeriesRecord fork(long newestShared) {
        LedgerEntry last = entry(old, newestShared);
        Instant end = last.interval().end();
        return fixture.store.fork(old, new ForkPoint(Instant.EPOCH, end, end), end, now());
    }

    Instant now() {
        return state.situation().sourceNow();
    }

    CensusWork census(SeriesRecord epoch) {
        return new CensusWork(fixture.store, epoch, state.situation(), StoreColumns.OF_2022);
    }

    void count(SeriesRecord epoch) {
        assertThat(fixture.work(ReadBudget.STANDARD, census(epoch)).outcome()).isEqualTo(PassOutcome.DONE);
    }

    /** What came of the epoch's intervals, held and inherited ones. */
    List<VerifyWork.Finding> verify(SeriesRecord epoch) {
        List<LedgerEntry> stored = entries(epoch.key()).stream()
                .filter(entry -> entry.state().isStored())
                .toList();
        List<VerifyWork.Finding> findings = new ArrayList<>();
        fixture.work(
                ReadBudget.STANDARD,
                new VerifyWork(
                        fixture.store,
                        epoch,
                        state.situation(),
                        StoreColumns.OF_2022,
                        kind,
                        stored,
                        findings::add,
                        fixture.tools.threads()));
        return findings;
    }

    LedgerEntry entry(SeriesKey series, long id) {
        return entries(series).stream()
                .filter(entry -> entry.interval().id() == id)
                .findFirst()
                .orElseThrow();
    }

    private List<LedgerEntry> entries(SeriesKey series) {
        return fixture.store.entries(series, kind, Instant.EPOCH, now().plusSeconds(1));
    }

    /** How much each row counts that the old epoch has of an interval. */
    Map<StatsKey, Long> stored(long id) {
        return fixture.store.storedAmounts(old, kind, id);
    }

    static Map<StatsKey, Long> amounts(List<? extends StatsRow> rows) {
        Map<StatsKey, Long> amounts = new HashMap<>();
        rows.forEach(row -> amounts.put(row.key(), row.amount()));
        return amounts;
    }
}
