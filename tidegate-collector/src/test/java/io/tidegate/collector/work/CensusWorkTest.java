package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a census makes of intervals that are held whole, too small and too large. Mutations seen to break it: a verdict that
 * is not told to the store; a correction that is left out; a census that looks at the last day only.
 */
class CensusWorkTest {
    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.paced(1, 60, Duration.ofDays(3)));
    private SeriesState state;
    private SeriesKey series;
    private List<Long> ids;

    @BeforeEach
    void probe() {
        var prober = fixture.prober();
        prober.probe();
        prober.close();
        state = prober.states().get(fixture.database());
        series = state.series().key();
        ids = fixture.settled().stream().map(book -> book.intervalId()).toList();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void givenIntervalsHeldWhole_whenCounted_thenAllAreVerifiedAndNothingIsDueAnyMore() {
        ids.subList(0, 5).forEach(id -> hold(id, rows -> rows));

        assertThat(census().isDue()).isTrue();
        assertThat(run().outcome()).isEqualTo(PassOutcome.DONE);

        assertThat(ids.subList(0, 5)).allSatisfy(id -> {
            assertThat(entry(id).flags()).containsExactly(Flag.VERIFIED);
            assertThat(entry(id).verifiedAt()).isEqualTo(state.situation().sourceNow());
        });
        assertThat(census().isDue()).isFalse();
    }

    @Test
    @Incident(25)
    void givenARowThatWeLack_whenCounted_thenItIsReadAgainMergedAndVerifiedAtOnce() {
        long id = ids.getFirst();
        hold(id, rows -> rows.subList(1, rows.size()));

        run();

        assertThat(entry(id).flags()).containsExactly(Flag.VERIFIED);
        assertThat(entry(id).revision()).isOne();
        assertThat(stored(id)).isEqualTo(fixture.settled().getFirst().executions());
    }

    @Test
    void givenARowThatTheSourceHasNoMore_whenCounted_thenItStaysHeldAndIsCalledThinned() {
        long id = ids.getFirst();
        hold(id, rows -> with(rows, StoreFixture.row(key(id), 9)));

        run();

        assertThat(entry(id).flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.VERIFIED);
        assertThat(stored(id)).isEqualTo(fixture.settled().getFirst().executions() + 9);
        assertThat(census().isDue()).as("what was read again").isFalse();
    }

    @Test
    void givenOneRowLackedAndOneThatIsGone_whenCounted_thenBothAreKeptAndItIsCalledThinned() {
        long id = ids.getFirst();
        hold(id, rows -> with(rows.subList(1, rows.size()), StoreFixture.row(key(id), 1)));
        long whole = fixture.settled().getFirst().executions();

        run();

        assertThat(stored(id)).isEqualTo(whole + 1);
        assertThat(entry(id).flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.VERIFIED);
    }

    @ParameterizedTest
    @EnumSource(names = {"THINNED", "LOST_AT_SOURCE"})
    void givenALateRowBesideALargerLoss_whenCounted_thenItIsMergedAndTheLossStays(Flag before) {
        long id = ids.getFirst();
        hold(id, rows -> with(rows.subList(1, rows.size()), StoreFixture.row(key(id), 1_000_000)));
        fixture.store.flag(series, Kind.RUNTIME, id, before, state.situation().sourceNow());
        long whole = fixture.settled().getFirst().executions();

        run();

        assertThat(stored(id)).isEqualTo(whole + 1_000_000);
        assertThat(entry(id).flags()).contains(before, Flag.VERIFIED);
        assertThat(census().isDue()).isFalse();
    }

    /** Near its cap a store's intervals are held thinned where plans are missing: they are counted all the same. */
    @Test
    void givenAnIntervalThatWasHeldThinned_whenCounted_thenALateRowIsMergedAndItIsVerified() {
        long id = ids.getFirst();
        hold(id, rows -> rows.subList(1, rows.size()));
        fixture.store.flag(
                series, Kind.RUNTIME, id, Flag.THINNED, state.situation().sourceNow());

        run();

        assertThat(stored(id)).isEqualTo(fixture.settled().getFirst().executions());
        assertThat(entry(id).flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.VERIFIED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenALateRowOfAPlanThatTheStoreDoesNotKnow_whenMerged_thenItsIdentityIsAskedForOrTheIntervalFlagged(
            boolean isAtSource) {
        long id = ids.getFirst();
        long[] late = new long[1];
        hold(id, rows -> {
            late[0] = rows.getFirst().key().planId();
            return rows.subList(1, rows.size());
        });
        assertThat(fixture.store.unidentifiedPlans(series, Set.of(late[0]))).containsExactly(late[0]);
        CollectorStore store = isAtSource ? fixture.store : asking(late[0], 999_999);

        fixture.work(
                ReadBudget.STANDARD, new CensusWork(store, state.series(), state.situation(), StoreColumns.OF_2022));

        assertThat(fixture.store.unidentifiedPlans(series, Set.of(late[0])).isEmpty())
                .isEqualTo(isAtSource);
        assertThat(fixture.store.missingPlans(series, 10_000, false).contains(late[0]))
                .isEqualTo(isAtSource);
        assertThat(entry(id).flags().contains(Flag.IDENTITY_LOST)).isEqualTo(!isAtSource);
        assertThat(stored(id)).isEqualTo(fixture.settled().getFirst().executions());
    }

    /** A store that asks for a plan that is not at the source in place of another. */
    private CollectorStore asking(long planId, long other) {
        return new ForwardingStore(fixture.store) {
            @Override
            public List<Long> unidentifiedPlans(SeriesKey of, Set<Long> planIds) {
                return super.unidentifiedPlans(of, planIds).stream()
                        .filter(id -> id == planId)
                        .map(id -> other)
                        .toList();
            }
        };
    }

    @Test
    void givenAnIntervalOlderThanADay_whenCounted_thenItIsVerifiedToo() {
        long oldest = ids.getFirst();
        assertThat(entry(oldest).interval().end())
                .isBefore(state.situation().sourceNow().minus(Duration.ofDays(1)));
        hold(oldest, rows -> rows);

        run();

        assertThat(entry(oldest).flags()).containsExactly(Flag.VERIFIED);
    }

    /** Of the second one another replica group's count may have been cut off. Mutation seen to break it: that one is judged. */
    @Test
    @Incident({32, 62})
    void givenALimitOfTwoRows_whenCounted_thenWhatWasNotCountedForSureIsNotJudged() {
        ids.subList(0, 3).forEach(id -> hold(id, rows -> rows));

        WorkResult result = fixture.work(new ReadBudget(Long.MAX_VALUE, 2, Duration.ofSeconds(30)), census());

        assertThat(result.outcome()).isEqualTo(PassOutcome.CUT);
        assertThat(entry(ids.get(0)).flags()).containsExactly(Flag.VERIFIED);
        assertThat(entry(ids.get(1)).flags()).isEmpty();
        assertThat(entry(ids.get(2)).flags()).isEmpty();
        assertThat(census().isDue()).isTrue();
    }

    /**
     * What is held is of one group and what the source has of another, as many executions of the same plan: the sums agree.
     * Mutation seen to break it: the sums alone are compared.
     */
    @Test
    @Incident(25)
    void givenAsManyRowsOfAnotherGroupAsWereLost_whenCounted_thenTheLateOnesAreMergedAndTheLossStays() {
        long id = ids.getFirst();
        hold(id, rows -> ofGroup(rows, 2));
        long whole = fixture.settled().getFirst().executions();
        Situation told = toldOfOtherGroups();

        fixture.work(ReadBudget.STANDARD, new CensusWork(fixture.store, state.series(), told, StoreColumns.OF_2022));

        assertThat(stored(id)).as("nothing is lowered").isEqualTo(2 * whole);
        assertThat(entry(id).flags()).containsExactlyInAnyOrder(Flag.THINNED, Flag.VERIFIED);
        assertThat(entry(id).nextCountAt()).isEqualTo(entry(id).interval().end().plus(Duration.ofDays(28)));
    }

    /**
     * An interval that ended just now: what a count finds today says nothing of what a replica sends tomorrow. Mutations seen to
     * break it: verified at once, by the census or by a verification; a next count in the ledger that is not looked at.
     */
    @Test
    void givenOtherGroups_whenANewIntervalIsCountedOrVerified_thenItIsNotCalledVerifiedYetAndIsDueAgain() {
        long id = ids.getLast();
        hold(id, rows -> rows);
        Situation told = toldOfOtherGroups();
        CensusWork counting = new CensusWork(fixture.store, state.series(), told, StoreColumns.OF_2022);

        fixture.work(ReadBudget.STANDARD, counting);

        LedgerEntry counted = entry(id);
        assertThat(counted.flags()).isEmpty();
        assertThat(counted.verifiedAt()).isEqualTo(told.sourceNow());
        assertThat(counted.nextCountAt()).isAfter(told.sourceNow());
        assertThat(censusAt(counted.nextCountAt().minusNanos(1_000)).isDue()).isFalse();
        assertThat(censusAt(counted.nextCountAt()).isDue())
                .as("by what the ledger says, whatever the source says")
                .isTrue();
        VerifyWork verify = new VerifyWork(
                fixture.store,
                state.series(),
                state.situation(),
                StoreColumns.OF_2022,
                Kind.RUNTIME,
                List.of(counted),
                finding -> assertThat(finding).isEqualTo(VerifyWork.Finding.AGREES),
                fixture.tools.threads());
        fixture.work(ReadBudget.STANDARD, verify);
        assertThat(entry(id).flags()).isEmpty();
        assertThat(entry(id).nextCountAt()).isEqualTo(counted.nextCountAt());
    }

    private Situation toldOfOtherGroups() {
        return at(state.situation().sourceNow(), true);
    }

    private CensusWork censusAt(Instant sourceNow) {
        return new CensusWork(fixture.store, state.series(), at(sourceNow, false), StoreColumns.OF_2022);
    }

    private Situation at(Instant sourceNow, boolean hasOtherGroups) {
        Situation now = state.situation();
        return new Situation(
                sourceNow,
                now.firstContact(),
                now.options(),
                now.clock(),
                now.layout(),
                now.horizon(),
                now.recoveryFork(),
                hasOtherGroups);
    }

    private static List<RuntimeRow> ofGroup(List<RuntimeRow> rows, long group) {
        return rows.stream()
                .map(row -> new RuntimeRow(
                        new RuntimeKey(
                                row.key().intervalId(),
                                group,
                                row.key().planId(),
                                row.key().executionType()),
                        row.firstExecutionTicks(),
                        row.lastExecutionTicks(),
                        row.executions(),
                        row.values()))
                .toList();
    }

    /** Mutation seen to break it: a census that does not ask whether its slice is spent. */
    @Test
    @Incident(62)
    void givenALimitThatTheFirstStatementUsesUp_whenCounted_thenTheServerIsAskedForNoSecondOne() {
        hold(ids.get(0), rows -> rows);
        hold(ids.get(20), rows -> rows);
        long before = fixture.server().judge().total();

        WorkResult result = fixture.work(new ReadBudget(Long.MAX_VALUE, 1, Duration.ofSeconds(30)), census());

        assertThat(result.outcome()).isEqualTo(PassOutcome.CUT);
        assertThat(fixture.server().judge().total() - before).as("statements").isOne();
        assertThat(entry(ids.get(0)).flags()).containsExactly(Flag.VERIFIED);
        assertThat(entry(ids.get(20)).flags()).isEmpty();
    }

    private CensusWork census() {
        return new CensusWork(fixture.store, state.series(), state.situation(), StoreColumns.OF_2022);
    }

    private WorkResult run() {
        return fixture.work(ReadBudget.STANDARD, census());
    }

    /** Holds an interval with other rows than the source has. */
    private void hold(long id, UnaryOperator<List<RuntimeRow>> change) {
        List<RuntimeRow> rows = new ArrayList<>();
        fixture.work(ReadBudget.STANDARD, (session, slice) -> {
            new RuntimeStatsReader(StoreColumns.OF_2022)
                    .read(session, fixture.database(), new StatsRange(id, id, false, null), slice.limits(), rows::add);
            return WorkResult.of(PassOutcome.DONE, 0);
        });
        BandKey band = StoreFixture.band(series, id, id);
        RuntimeRow[] held = change.apply(rows).toArray(RuntimeRow[]::new);
        StoreFixture.hold(
                fixture.store, band, StoreFixture.revision(StoreFixture.stage(fixture.store, 0, band, 0, false, held)));
    }

    private static RuntimeKey key(long id) {
        return new RuntimeKey(id, 1, 999_999, 0);
    }

    private static List<RuntimeRow> with(List<RuntimeRow> rows, RuntimeRow one) {
        List<RuntimeRow> more = new ArrayList<>(rows);
        more.add(one);
        return more;
    }

    private LedgerEntry entry(long id) {
        return StoreFixture.entry(fixture.store, series, id);
    }

    private long stored(long id) {
        return fixture.store.reader().storedIntervals(series).stream()
                .filter(interval -> interval.intervalId() == id)
                .mapToLong(StoredInterval::executions)
                .sum();
    }
}
