package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A source that answers for some identities, or for one check of witnesses, in a slice. Mutations seen to break it: a cut, or a
 * failure, that drops the identities that came; a second check in a slice that has read nothing; a cut answer that is
 * taken for a whole one.
 */
class SlowIdentitiesTest implements BandSource<IllegalStateException> {
    private static final int ROWS = 10;
    private static final int AT_ONCE = 4;

    private final InMemoryStore store = new InMemoryStore();
    private final SeriesKey series = StoreFixture.listed(store, 1);
    private final BandKey key = StoreFixture.band(series, 1, 1);
    private final List<List<Long>> asked = new ArrayList<>();
    private int opened;
    private int checks;
    private boolean isSilentAtWitnesses;

    @Test
    @Incident(55)
    void givenIdentitiesThatAreCut_whenReadAgainAndAgain_thenEachSliceAsksForTheRestAndNoneIsLost() {
        assertThat(read()).isEqualTo(new BandOutcome.Cut(ReadBudget.Limit.DEADLINE));
        assertThat(store.unidentifiedPlans(key)).containsExactly(5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(read()).isEqualTo(new BandOutcome.Cut(ReadBudget.Limit.DEADLINE));
        assertThat(read()).isEqualTo(new BandOutcome.Held(ROWS));

        assertThat(asked).extracting(List::size).containsExactly(10, 6, 2);
        assertThat(opened).as("rows were read once").isOne();
        assertThat(store.entries(series, key.kind(), StoreFixture.hour(0), StoreFixture.hour(2)))
                .singleElement()
                .satisfies(entry -> assertThat(entry.flags()).isEmpty());
    }

    @Test
    @Incident(55)
    void givenWitnessesThatDoNotAnswerBehindIdentities_whenReadAgain_thenTheFirstCheckOfTheNextSliceIsTheSecondOne() {
        read();
        read();
        isSilentAtWitnesses = true; // from the second one of a slice on
        checks = 0;

        assertThatThrownBy(this::read).hasMessage("the slice is over");
        assertThat(store.unidentifiedPlans(key)).as("what had come is kept").isEmpty();
        checks = 0;

        assertThat(read()).isEqualTo(new BandOutcome.Held(ROWS));
        assertThat(asked).hasSize(3);
        assertThat(checks).isOne();
    }

    private BandOutcome read() {
        PlannedBand planned = new PlannedBand(
                key, StoreFixture.hour(0), StoreFixture.hour(1), store.band(key).orElse(null), false, false);
        SliceMeter meter = new SliceMeter(new ReadBudget(1 << 30, 1_000, Duration.ofHours(1)), () -> 0, () -> false);
        return new BandReader<>(
                        store, this, new ModelClock(StoreFixture.hour(50)), meter, Runnable::run, new SpareBatches(2))
                .readAll(List.of(new BandTask(planned, Layout.BY_INTERVAL, 0, Set.of())))
                .getFirst();
    }

    @Override
    public RowPages<IllegalStateException> openRows(BandKey band, boolean byPlan, StatsKey after) {
        opened++;
        List<RuntimeRow> rows = LongStream.rangeClosed(1, ROWS)
                .mapToObj(plan -> StoreFixture.row(1, plan, 1))
                .toList();
        return new OnePage<>(rows);
    }

    @Override
    public Identities identities(List<Long> planIds) {
        asked.add(planIds);
        List<PlanIdentity> found = planIds.stream()
                .limit(AT_ONCE)
                .map(plan -> new PlanIdentity(plan, plan, plan, 1, 0, 9, 2, 3, false))
                .toList();
        return new Identities(found, found.size() == planIds.size());
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) {
        if (isSilentAtWitnesses && checks > 0) {
            throw new IllegalStateException("the slice is over");
        }
        checks++;
        return planIds.stream().map(plan -> new Sentinel(plan, 2, 3)).toList();
    }
}
