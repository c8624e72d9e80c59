package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.ForkPoint;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Counted;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two intervals that an epoch has inherited: of the first the source has rows of a plan that it was held without, and a higher
 * count of another one, though it was verified before these came; the second is held whole.
 */
class UnmergeableRowsTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.paced(1, 60, Duration.ofDays(3)));
    private SeriesState state;
    private SeriesKey old;
    private SeriesRecord next;
    private long partly;
    private long whole;
    private long otherPlans;

    @BeforeEach
    void fork() {
        var prober = fixture.prober();
        prober.probe();
        prober.close();
        state = prober.states().get(fixture.database());
        old = state.series().key();
        partly = fixture.settled().get(0).intervalId();
        whole = fixture.settled().get(1).intervalId();
        holdPartly();
        hold(whole, read(whole));
        Instant now = state.situation().sourceNow();
        fixture.store.counted(
                old, Kind.RUNTIME, partly, now.minusSeconds(7_200), now.minusSeconds(3_600), Counted.AGREES);
        fork(old);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void fork(SeriesKey from) {
        LedgerEntry first = StoreFixture.entry(fixture.store, old, partly);
        LedgerEntry last = StoreFixture.entry(fixture.store, old, whole);
        next = fixture.store.fork(
                from,
                new ForkPoint(
                        first.interval().start(),
                        last.interval().end(),
                        last.interval().end()),
                last.interval().end(),
                state.situation().sourceNow());
    }

    /** Mutations seen to break it: the rows that can be merged are judged alone; it stays as verified as it was. */
    @Test
    void givenRowsThatCannotBeMerged_whenTheCensusCounts_thenTheRestIsMergedAndItIsCountedButNotCalledVerified() {
        assertThat(fixture.work(ReadBudget.STANDARD, census()).outcome()).isEqualTo(PassOutcome.DONE);

        assertThat(stored(partly)).isEqualTo(otherPlans);
        for (SeriesKey series : List.of(old, next.key())) {
            assertThat(entry(series, partly).flags()).doesNotContain(Flag.VERIFIED);
            assertThat(entry(series, whole).flags()).containsExactly(Flag.VERIFIED);
            assertThat(entry(series, partly).verifiedAt())
                    .isEqualTo(state.situation().sourceNow());
        }
        assertThat(census().isDue()).as("it is not read again by the hour").isFalse();
    }

    /** Mutations seen to break it: the rows that can be merged are judged alone; it stays as verified as it was. */
    @Test
    void givenRowsThatCannotBeMerged_whenVerified_thenTheRestIsMergedAndItDiffers() {
        List<VerifyWork.Finding> findings = new ArrayList<>();

        fixture.work(ReadBudget.STANDARD, verify(findings));

        assertThat(findings).containsExactlyInAnyOrder(VerifyWork.Finding.DIFFERS, VerifyWork.Finding.AGREES);
        assertThat(stored(partly)).isEqualTo(otherPlans);
        for (SeriesKey series : List.of(old, next.key())) {
            assertThat(entry(series, partly).flags()).doesNotContain(Flag.VERIFIED);
            assertThat(entry(series, whole).flags()).containsExactly(Flag.VERIFIED);
        }
    }

    private CensusWork census() {
        return new CensusWork(fixture.store, next, state.situation(), StoreColumns.OF_2022);
    }

    private VerifyWork verify(List<VerifyWork.Finding> findings) {
        List<LedgerEntry> inherited = List.of(entry(next.key(), partly), entry(next.key(), whole));
        assertThat(inherited).allMatch(entry -> entry.state() == State.INHERITED);
        return new VerifyWork(
                fixture.store,
                next,
                state.situation(),
                StoreColumns.OF_2022,
                Kind.RUNTIME,
                inherited,
                findings::add,
                fixture.tools.threads());
    }

    /** Without the first row's plan, and one execution less of another one. */
    private void holdPartly() {
        List<RuntimeRow> rows = read(partly);
        long missing = rows.getFirst().key().planId();
        rows.removeIf(row -> row.key().planId() == missing);
        otherPlans = rows.stream().mapToLong(RuntimeRow::executions).sum();
        RuntimeRow last = rows.removeLast();
        rows.add(new RuntimeRow(
                last.key(),
                last.firstExecutionTicks(),
                last.lastExecutionTicks(),
                last.executions() - 1,
                last.values()));
        hold(partly, rows);
    }

    private List<RuntimeRow> read(long id) {
        List<RuntimeRow> rows = new ArrayList<>();
        fixture.work(ReadBudget.STANDARD, (session, slice) -> {
            new RuntimeStatsReader(StoreColumns.OF_2022)
                    .read(session, fixture.database(), new StatsRange(id, id, false, null), slice.limits(), rows::add);
            return WorkResult.of(PassOutcome.DONE, 0);
        });
        return rows;
    }

    private void hold(long id, List<RuntimeRow> rows) {
        BandKey band = StoreFixture.band(old, id, id);
        StoreFixture.hold(
                fixture.store,
                band,
                StoreFixture.revision(
                        StoreFixture.stage(fixture.store, 0, band, 0, false, rows.toArray(RuntimeRow[]::new))));
    }

    private LedgerEntry entry(SeriesKey series, long id) {
        return StoreFixture.entry(fixture.store, series, id);
    }

    private long stored(long id) {
        return fixture.store.reader().storedIntervals(old).stream()
                .filter(interval -> interval.intervalId() == id)
                .mapToLong(StoredInterval::executions)
                .sum();
    }
}
