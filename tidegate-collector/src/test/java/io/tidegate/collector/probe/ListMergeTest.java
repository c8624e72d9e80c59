package io.tidegate.collector.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.session.Channel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list of nearly six thousand intervals, read by the real driver and merged slice by slice. */
class ListMergeTest {
    private static final int SLICES = 6;

    private final CollectorFixture fixture = new CollectorFixture(FleetSpec.TEST.paced(1, 1, Duration.ofDays(4)));
    private final Watched watched = new Watched(fixture.store);

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Counts what is handed to a store and back, and dies where it is told to. */
    private static final class Watched extends ForwardingStore {
        private int observations;
        private int asked;
        private int largest;
        private int dieAt = Integer.MAX_VALUE;
        private int doAt = Integer.MAX_VALUE;
        private Runnable does = () -> {};
        private Runnable onSummary = () -> {};

        Watched(CollectorStore store) {
            super(store);
        }

        @Override
        public void observe(Observation observation) {
            if (++observations == dieAt) {
                throw new IllegalStateException("killed");
            }
            largest = Math.max(largest, observation.listed().size());
            store.observe(observation);
        }

        /** Asked between the probe and the list. */
        @Override
        public ListSummary listSummary(SeriesKey series) {
            onSummary.run();
            return store.listSummary(series);
        }

        @Override
        public List<LedgerEntry> entriesById(SeriesKey series, Kind kind, IdRange ids, int limit) {
            if (++asked == doAt) {
                does.run();
            }
            List<LedgerEntry> entries = store.entriesById(series, kind, ids, limit);
            largest = Math.max(largest, entries.size());
            return entries;
        }
    }

    private Prober started() {
        return fixture.prober(fixture.tools(watched));
    }

    private void probed() {
        Prober prober = started();
        try {
            prober.probe();
        } finally {
            prober.close();
        }
    }

    private List<LedgerEntry> ledger() {
        return fixture.store.reader().ledger(series());
    }

    private SeriesKey series() {
        return fixture.store.reader().allSeries().getFirst().key();
    }

    private List<RuntimeStatsInterval> source() {
        List<RuntimeStatsInterval> all = new ArrayList<>();
        try (Channel channel = fixture.tools.light().open(fixture.target()).channel()) {
            IntervalReader.readAll(channel, fixture.database(), all::add);
        }
        return all;
    }

    private List<RuntimeStatsInterval> listed() {
        return ledger().stream()
                .filter(entry -> entry.kind() == Kind.RUNTIME && entry.goneAt() == null)
                .map(LedgerEntry::interval)
                .toList();
    }

    /** Mutations seen to break it: slices of 5,000; one that begins behind two ids; the first slice alone. */
    @Test
    void givenALongList_whenMerged_thenAllIsListedAndNoMoreThanAThousandWereAtHandAtOnce() {
        probed();

        assertThat(listed()).hasSizeGreaterThan(5_000).isEqualTo(source());
        assertThat(watched.observations).isEqualTo(SLICES);
        assertThat(watched.largest).isEqualTo(1_000);
        probed();
        assertThat(listed()).isEqualTo(source());
        assertThat(watched.largest).isEqualTo(1_000);
    }

    /** Mutation seen to break it: a slice whose range has no end, so that what comes behind it is gone. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void givenAKnownList_whenKilledBetweenTwoSlices_thenNothingIsGoneAndTheNextProcessAgrees(int slice) {
        probed();
        List<RuntimeStatsInterval> before = listed();
        watched.dieAt = watched.observations + slice;

        assertThatThrownBy(this::probed).hasMessage("killed");

        assertThat(listed()).isEqualTo(before);
        probed();
        assertThat(listed()).isEqualTo(source());
    }

    /** Mutation seen to break it: a list that is read from its newest id down, or options that come with the first slice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6})
    void givenANewDatabase_whenKilledBetweenTwoSlices_thenTheOldestAreListedAndTheNextProcessListsTheRest(int slice) {
        watched.dieAt = slice;

        assertThatThrownBy(this::probed).hasMessage("killed");

        assertThat(listed()).isEqualTo(source().subList(0, (slice - 1) * 1_000));
        assertThat(fixture.store.reader().options(series())).isEmpty();
        probed();
        assertThat(listed()).isEqualTo(source());
        assertThat(fixture.store.reader().options(series())).isPresent();
    }

    /**
     * An id of the last slice stands for another interval. Mutations seen to break it: a list that is merged in one pass; one of
     * which the first slice alone is compared.
     */
    @Test
    void givenAContradictionInTheLastSlice_whenRead_thenNothingIsMergedAndTheEpochIsSuspect() {
        List<RuntimeStatsInterval> all = source();
        RuntimeStatsInterval last = all.getLast();
        RuntimeStatsInterval near = all.get(all.size() - 10);
        know(new RuntimeStatsInterval(near.id(), near.start().minusSeconds(1), near.end()), last);

        Prober prober = started();
        prober.probe();

        assertThat(watched.observations).isZero();
        assertThat(listed()).hasSize(2);
        assertThat(prober.states().get(fixture.database()).isEpochSuspect()).isTrue();
        prober.close();
    }

    /** One above the source's last id, gone once and older than that. Mutation seen to break it: ids above the last not asked for. */
    @Test
    void givenAnOlderIntervalAboveTheSourcesLast_whenRead_thenNothingIsMergedAndTheEpochIsSuspect() {
        List<RuntimeStatsInterval> all = source();
        RuntimeStatsInterval last = all.getLast();
        RuntimeStatsInterval first = all.getFirst();
        know(last, new RuntimeStatsInterval(last.id() + 50, first.start(), first.end()));
        fixture.store.observe(new Observation(
                series(),
                CollectorFixture.START,
                List.of(),
                new IdRange(last.id() + 1, Long.MAX_VALUE),
                Long.MIN_VALUE,
                null,
                Set.of(Kind.RUNTIME),
                ""));

        Prober prober = started();
        prober.probe();

        assertThat(watched.observations).isZero();
        assertThat(prober.states().get(fixture.database()).isEpochSuspect()).isTrue();
        prober.close();
    }

    /**
     * It is cleared when all of it was compared. Mutation seen to break it: a list that ends below the one that was compared, and
     * is taken for whole.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void givenAListThatAgreed_whenTheSourceIsClearedMeanwhile_thenNothingOfTheNextLifeIsMerged(int slices) {
        probed();
        List<RuntimeStatsInterval> before = listed();
        int observations = watched.observations;
        watched.doAt = watched.asked + SLICES + 1 + slices; // one for each slice, one for what is above the last
        watched.does = () -> fixture.queryStore().clear();

        Prober prober = started();
        prober.probe();

        assertThat(watched.observations - observations).isEqualTo(slices);
        assertThat(listed()).isEqualTo(before);
        assertThat(prober.states().get(fixture.database()).isEpochSuspect()).isTrue();
        prober.close();
    }

    /** No id of the next life is in the ledger yet. Mutation seen to break it: a list that may end below what the probe saw. */
    @Test
    void givenAProbe_whenTheSourceIsClearedBeforeItsListIsRead_thenNothingOfTheNextLifeIsMerged() {
        RuntimeStatsInterval last = source().getLast();
        know(last);
        watched.onSummary = () -> fixture.queryStore().clear();

        Prober prober = started();
        prober.probe();

        assertThat(watched.observations).isZero();
        assertThat(listed()).containsExactly(last);
        assertThat(prober.states().get(fixture.database()).isEpochSuspect()).isTrue();
        prober.close();
    }

    /** An older image, still of many slices. Mutation seen to break it: a long list that may end below what the probe saw. */
    @Test
    void givenALongList_whenItEndsBelowWhatTheProbeSaw_thenNothingOfItIsMerged() {
        know(source().getFirst());
        long highestSeen = source().getLast().id() + 1;
        Observation beside = new Observation(
                series(),
                CollectorFixture.START,
                List.of(),
                IdRange.NONE,
                Long.MIN_VALUE,
                StoreFixture.options(),
                Set.of(Kind.RUNTIME),
                "");

        try (Channel channel = fixture.tools.light().open(fixture.target()).channel()) {
            assertThat(new ListMerge(watched, channel, fixture.database(), highestSeen, beside).run())
                    .isFalse();
        }

        assertThat(watched.observations).isZero();
    }

    /** Another node has listed something else meanwhile. Mutation seen to break it: slices that are merged without another look. */
    @Test
    void givenAListThatAgreed_whenItContradictsTheLedgerBySliceSix_thenThatSliceIsNotMerged() {
        RuntimeStatsInterval near = source().get(5_500);
        watched.doAt = SLICES + 1;
        watched.does =
                () -> know(new RuntimeStatsInterval(near.id(), near.start().minusSeconds(1), near.end()));

        probed();

        assertThat(watched.observations).isEqualTo(SLICES - 1);
        assertThat(listed()).hasSize((SLICES - 1) * 1_000 + 1);
    }

    private void know(RuntimeStatsInterval... intervals) {
        int id = fixture.store.registerServer(fixture.server().name());
        SeriesKey series = fixture.store
                .openSeries(
                        id,
                        fixture.database(),
                        databaseId(),
                        "",
                        CollectorFixture.START.minusSeconds(30),
                        CollectorFixture.START)
                .key();
        fixture.store.observe(new Observation(
                series, CollectorFixture.START, List.of(intervals), false, Long.MIN_VALUE, StoreFixture.options()));
    }

    private int databaseId() {
        try (Channel channel = fixture.tools.light().open(fixture.target()).channel()) {
            return DatabaseState.readAll(channel).stream()
                    .filter(state -> state.name().equals(fixture.database()))
                    .findFirst()
                    .orElseThrow()
                    .databaseId();
        }
    }
}
