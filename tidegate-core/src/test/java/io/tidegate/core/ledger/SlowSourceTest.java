package io.tidegate.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.InMemoryStore;
import io.tidegate.core.store.StoreFixture;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A source whose rows come when the slice's time is over: they have been paid for, and are kept. */
class SlowSourceTest implements BandSource<RuntimeException> {
    private static final int ROWS = 10;
    private static final Duration TIME = Duration.ofSeconds(30);

    private final InMemoryStore store = new InMemoryStore();
    private final SeriesKey series = StoreFixture.listed(store, 1);
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicBoolean late = new AtomicBoolean();
    private ReadBudget.Limit limit = ReadBudget.Limit.TIME;

    /** Fails where a slice that is over in time takes only the first key of what has come. */
    @ParameterizedTest
    @EnumSource(
            value = ReadBudget.Limit.class,
            names = {"TIME", "DEADLINE"})
    void givenAPageThatComesWhenTheTimeIsOver_whenRead_thenAllOfItButTheOpenKeyIsStaged(ReadBudget.Limit over) {
        limit = over;
        BandKey key = StoreFixture.band(series, 1, 1);

        assertThat(read(key)).isEqualTo(new BandOutcome.Cut(over));

        Band band = store.band(key).orElseThrow();
        assertThat(band.stagedRows()).isEqualTo(ROWS - 1);
        assertThat(band.cursor()).isEqualTo(StoreFixture.key(1, ROWS - 1));
    }

    private BandOutcome read(BandKey key) {
        PlannedBand planned = new PlannedBand(key, StoreFixture.hour(0), StoreFixture.hour(1), null, false, false);
        SliceMeter meter = new SliceMeter(new ReadBudget(1 << 30, 1_000, TIME), nanos::get, late::get);
        return new BandReader<>(
                        store, this, new ModelClock(StoreFixture.hour(50)), meter, Runnable::run, new SpareBatches(2))
                .readAll(List.of(new BandTask(planned, Layout.BY_INTERVAL, 0, Set.of())))
                .getFirst();
    }

    @Override
    public RowPages<RuntimeException> openRows(BandKey key, boolean byPlan, StatsKey after) {
        List<RuntimeRow> rows = LongStream.rangeClosed(1, ROWS)
                .mapToObj(plan -> StoreFixture.row(1, plan, 1))
                .toList();
        if (limit == ReadBudget.Limit.TIME) {
            nanos.addAndGet(TIME.toNanos());
        } else {
            late.set(true);
        }
        return new OnePage<>(rows);
    }

    @Override
    public Identities identities(List<Long> planIds) {
        throw new AssertionError("the band was not whole");
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) {
        return List.of();
    }
}
