package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Single cases of reading bands; the property test has the combinations. */
class BandReaderTest implements BandSource<RuntimeException> {
    private final InMemoryStore store = new InMemoryStore();
    private final SeriesKey series = StoreFixture.listed(store, 1, 2, 3);
    private final ModelClock clock = new ModelClock(StoreFixture.hour(50));
    private final List<RuntimeRow> rows = new ArrayList<>();
    private Set<Long> lostPlans = Set.of();
    private long planHash = 1;
    private Runnable beforeIdentities = () -> {};
    private int opened;

    private BandOutcome read(long first, long last, long rowBudget) {
        BandKey key = StoreFixture.band(series, first, last);
        PlannedBand planned = new PlannedBand(
                key,
                StoreFixture.hour(first - 1),
                StoreFixture.hour(last),
                store.band(key).orElse(null),
                false,
                false);
        SliceMeter meter =
                new SliceMeter(new ReadBudget(1 << 30, rowBudget, Duration.ofSeconds(30)), () -> 0, () -> false);
        return new BandReader<>(store, this, clock, meter, Runnable::run, new SpareBatches(2))
                .readAll(List.of(new BandTask(planned, Layout.BY_INTERVAL, 0, Set.of())))
                .getFirst();
    }

    private LedgerEntry entry(long id) {
        return StoreFixture.entry(store, series, id);
    }

    @Test
    void givenRows_whenRead_thenTheIntervalIsHeldWithIdentities() {
        rows.add(StoreFixture.row(1, 5, 2));
        rows.add(StoreFixture.row(1, 6, 3));

        assertThat(read(1, 1, 100)).isEqualTo(new BandOutcome.Held(2));

        assertThat(entry(1).figures().executions()).isEqualTo(5);
        assertThat(entry(1).flags()).isEmpty();
        assertThat(store.missingPlans(series, 10, false)).containsExactly(6L, 5L);
    }

    @Test
    @Incident(26)
    void givenASmallBudget_whenRead_thenItIsCutAndGoesOnAtTheExactKey() {
        for (long plan = 1; plan <= 5; plan++) {
            rows.add(StoreFixture.row(1, plan, 1));
        }

        assertThat(read(1, 1, 2)).isEqualTo(new BandOutcome.Cut(ReadBudget.Limit.ROWS));
        assertThat(store.band(StoreFixture.band(series, 1, 1)).orElseThrow().cursor())
                .isEqualTo(StoreFixture.key(1, 1));
        int slices = 1;
        while (read(1, 1, 2) instanceof BandOutcome.Cut) {
            slices++;
        }
        assertThat(slices).isEqualTo(4);
        assertThat(entry(1).figures().rows()).isEqualTo(5);
    }

    @Test
    @Incident(15)
    void givenASplitKeyAtTheCut_whenRead_thenTheCutWaitsForItsSecondPart() {
        rows.add(StoreFixture.row(1, 1, 1));
        rows.add(StoreFixture.row(1, 1, 10));
        rows.add(StoreFixture.row(1, 2, 1));

        read(1, 1, 1);

        Band band = store.band(StoreFixture.band(series, 1, 1)).orElseThrow();
        assertThat(band.cursor()).isEqualTo(StoreFixture.key(1, 1));
        assertThat(band.splitKeys()).isEqualTo(1);
        assertThat(band.stagedRows()).isEqualTo(1);
    }

    @Test
    @Incident(27)
    void givenAPermanentSplit_whenThreeReadsAnHourApartAgree_thenThePartsAreAddedAndHeld() {
        rows.add(StoreFixture.row(1, 1, 1));
        rows.add(StoreFixture.row(1, 1, 10));

        assertThat(read(1, 1, 100)).isEqualTo(new BandOutcome.Torn(List.of(1L)));
        assertThat(store.bands(series, Kind.RUNTIME)).isEmpty();
        clock.pass(Duration.ofHours(1));
        assertThat(read(1, 1, 1)).isInstanceOf(BandOutcome.Torn.class);
        clock.pass(Duration.ofHours(1));
        assertThat(read(1, 1, 100)).isInstanceOf(BandOutcome.Held.class);

        assertThat(entry(1).flags()).containsExactly(Flag.SPLIT);
        assertThat(entry(1).figures().executions()).isEqualTo(11);
        assertThat(entry(1).figures().rows()).isEqualTo(1);
    }

    @Test
    void givenANegativePlanId_whenItStays_thenTheIntervalIsHeldWithoutItAndSaysSo() {
        rows.add(StoreFixture.row(1, -7, 4));
        rows.add(StoreFixture.row(1, 1, 10));

        for (int i = 0; i < 2; i++) {
            assertThat(read(1, 1, 100)).isInstanceOf(BandOutcome.Torn.class);
            clock.pass(Duration.ofHours(1));
        }
        assertThat(read(1, 1, 100)).isInstanceOf(BandOutcome.Held.class);

        assertThat(entry(1).flags()).containsExactlyInAnyOrder(Flag.SPLIT, Flag.IDENTITY_LOST);
        assertThat(entry(1).figures().executions()).isEqualTo(10);
    }

    @Test
    void givenASplitInABandOfSeveral_whenRead_thenOnlyTheTornOnesAreNotedAndTheBandIsDropped() {
        rows.add(StoreFixture.row(1, 1, 1));
        rows.add(StoreFixture.row(2, 1, 1));
        rows.add(StoreFixture.row(2, 1, 10));
        rows.add(StoreFixture.row(3, 1, 1));

        assertThat(read(1, 3, 100)).isEqualTo(new BandOutcome.Torn(List.of(2L)));

        assertThat(entry(2).tornReads()).isEqualTo(1);
        assertThat(entry(1).tornReads()).isZero();
        assertThat(store.bands(series, Kind.RUNTIME)).isEmpty();
    }

    @Test
    void givenAReadingBrokenOffAfterATornRead_whenResumedAnHourLater_thenTheSameRowsDoNotCountTwice() {
        BandKey key = StoreFixture.band(series, 1, 1);
        Band rowsDone = new Band(key, Band.Phase.IDENTITIES, StoreFixture.key(1, 1), 0, 0, 1, false, 1, 77);
        store.stage(new io.tidegate.core.store.StageBatch(0, rowsDone, List.of(StoreFixture.row(1, 1, 11)), List.of()));
        store.noteTorn(series, Kind.RUNTIME, 1, 77, clock.instant());
        clock.pass(Duration.ofHours(1));

        assertThat(read(1, 1, 100)).isInstanceOf(BandOutcome.Torn.class);

        assertThat(entry(1).tornReads()).isEqualTo(1);
        assertThat(store.bands(series, Kind.RUNTIME)).isEmpty();
    }

    @Test
    void givenAPlanThatIsGone_whenRead_thenTheIntervalIsHeldWithItsIdentityLost() {
        rows.add(StoreFixture.row(1, 5, 2));
        rows.add(StoreFixture.row(1, 6, 2));
        lostPlans = Set.of(6L);

        assertThat(read(1, 1, 100)).isInstanceOf(BandOutcome.Held.class);

        assertThat(entry(1).flags()).containsExactly(Flag.IDENTITY_LOST);
        assertThat(entry(1).figures().rows()).isEqualTo(2);
    }

    /** Fails with a first check that is left to the second one. */
    @Test
    @Incident(24)
    void givenANewEpoch_whenCheckedBeforeTheFirstRow_thenTheBandIsDroppedAndNothingStaged() {
        rows.add(StoreFixture.row(1, 5, 2));
        read(1, 1, 100);
        opened = 0;
        planHash = 2;
        rows.add(StoreFixture.row(2, 5, 2));

        assertThat(read(2, 2, 100)).isEqualTo(new BandOutcome.EpochChanged(SentinelCheck.Verdict.MISMATCH));

        assertThat(opened).as("readings of its rows").isZero();
        assertThat(store.bands(series, Kind.RUNTIME)).isEmpty();
        assertThat(entry(2).state()).isEqualTo(LedgerEntry.State.LISTED);
    }

    @Test
    @Incident(24)
    void givenANewEpoch_whenItComesWhileRowsAreRead_thenTheSecondCheckDropsTheBand() {
        rows.add(StoreFixture.row(1, 5, 2));
        read(1, 1, 100);
        rows.add(StoreFixture.row(2, 5, 2));
        rows.add(StoreFixture.row(2, 9, 2));
        beforeIdentities = () -> planHash = 2;

        assertThat(read(2, 2, 100)).isInstanceOf(BandOutcome.EpochChanged.class);

        assertThat(entry(2).state()).isEqualTo(LedgerEntry.State.LISTED);
    }

    @Test
    void givenSomebodyClaimedTheBand_whenItIsToBeHeld_thenTheReadingIsFenced() {
        rows.add(StoreFixture.row(1, 5, 2));
        BandKey key = StoreFixture.band(series, 1, 1);
        beforeIdentities =
                () -> assertThat(StoreFixture.stage(store, key, 0)).isInstanceOf(CommitResult.Committed.class);

        assertThat(read(1, 1, 100)).isEqualTo(new BandOutcome.Fenced());

        assertThat(entry(1).state()).isEqualTo(LedgerEntry.State.LISTED);
    }

    @Test
    void givenReadingsWithoutProgress_whenTheyBegin_thenAttemptsCountUntilARowIsStaged() {
        BandKey key = StoreFixture.band(series, 1, 1);
        rows.add(StoreFixture.row(1, 5, 2));
        rows.add(StoreFixture.row(1, 6, 2));
        beforeOpen = () -> {
            throw new IllegalStateException("no answer");
        };
        for (int i = 1; i <= 2; i++) {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> read(1, 1, 1))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(store.band(key).orElseThrow().attempts()).isEqualTo(i);
        }
        beforeOpen = () -> {};

        read(1, 1, 1);

        assertThat(store.band(key).orElseThrow().attempts()).isZero();
    }

    private Runnable beforeOpen = () -> {};

    @Override
    public RowPages<RuntimeException> openRows(BandKey key, boolean byPlan, StatsKey after) {
        opened++;
        beforeOpen.run();
        List<RuntimeRow> page = rows.stream()
                .filter(row -> row.key().intervalId() >= key.firstIntervalId()
                        && row.key().intervalId() <= key.lastIntervalId())
                .filter(row -> after == null || row.key().compareTo((io.tidegate.core.model.RuntimeKey) after) > 0)
                .sorted(java.util.Comparator.comparing(RuntimeRow::key))
                .toList();
        return new OnePage<>(page);
    }

    @Override
    public Identities identities(List<Long> planIds) {
        beforeIdentities.run();
        return Identities.all(planIds.stream()
                .filter(plan -> !lostPlans.contains(plan))
                .map(plan -> new PlanIdentity(plan, plan, plan, 1, 0, 9, planHash, 3, false))
                .toList());
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) {
        return planIds.stream().map(plan -> new Sentinel(plan, planHash, 3)).toList();
    }
}
