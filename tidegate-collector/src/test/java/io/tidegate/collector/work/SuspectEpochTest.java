package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.StoreHook;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.BudgetLadder;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.ledger.SettlingProgress;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.ledger.WorkPlan;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.ForwardingStore;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.StoreColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A suspect epoch is settled before bands are read. Mutation seen to break it: an epoch that is trusted unasked. */
class SuspectEpochTest {
    private final CollectorFixture fixture = new CollectorFixture();
    private final Prober prober = fixture.prober();
    private final List<SeriesRecord> epochs = new ArrayList<>();

    @BeforeEach
    void probe() {
        prober.probe();
        settle(fixture.store, state().situation(), false);
    }

    @AfterEach
    void close() {
        prober.close();
        fixture.close();
    }

    @Test
    @Incident(23)
    void givenAClearedStore_whenItsEpochIsSettled_thenItIsForkedAndNothingIsRead() {
        var before = fixture.store.reader().storedIntervals(series(), Kind.RUNTIME);
        fixture.queryStore().clear();
        fixture.clock.advance(Duration.ofMinutes(5));

        WorkResult result = settle(fixture.store, state().situation(), true);

        assertThat(result.outcome()).isEqualTo(PassOutcome.DONE);
        assertThat(result.detail()).contains("began a new life");
        assertThat(epochs)
                .singleElement()
                .satisfies(epoch -> assertThat(epoch.key().epoch()).isEqualTo(series().epoch() + 1));
        assertThat(fixture.store.reader().storedIntervals(series(), Kind.RUNTIME))
                .isEqualTo(before);
    }

    @Test
    void givenWitnessesThatAgree_whenASuspectEpochIsSettled_thenItIsTheSame() {

        settle(fixture.store, state().situation(), true);

        assertThat(epochs).extracting(SeriesRecord::key).containsExactly(series());
    }

    /** A probe lists the next interval while the epoch is settled. Mutation seen to break it: a last slice without an end. */
    @Test
    void givenASuspectEpoch_whenAProbeListsANewIntervalMeanwhile_thenThatOneIsNotGone() {
        CollectorStore probedMeanwhile = StoreHook.before(fixture.store, "entries", () -> {
            fixture.clock.advance(Duration.ofHours(1));
            prober.probe();
        });

        settle(probedMeanwhile, state().situation(), true);

        assertThat(epochs).extracting(SeriesRecord::key).containsExactly(series());
        assertThat(fixture.store.reader().ledger(series()))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.goneAt()).isNull());
    }

    /** Fails with an epoch that is settled by its list and its counts alone. */
    @Test
    void givenWitnessesThatDisagree_whenASuspectEpochIsSettled_thenItIsForkedThoughItsListAgrees() {
        CollectorStore other = new ForwardingStore(fixture.store) {
            @Override
            public List<Sentinel> sentinels(SeriesKey series, int newest, int oldest) {
                return otherLife(super.sentinels(series, newest, oldest));
            }
        };

        WorkResult result = settle(other, state().situation(), true);

        assertThat(result.detail()).contains("began a new life");
        assertThat(epochs).extracting(epoch -> epoch.key().epoch()).containsExactly(series().epoch() + 1);
    }

    /** Mutation seen to break it: what is older than the retention is not compared. */
    @Test
    void givenAnIdThatStartsElsewhereBeyondTheRetention_whenItsEpochIsSettled_thenItIsAnother() {
        long oldest = fixture.settled().getFirst().intervalId();
        CollectorStore other = new ForwardingStore(fixture.store) {
            @Override
            public List<LedgerEntry> entries(SeriesKey series, Kind kind, Instant from, Instant to) {
                return super.entries(series, kind, from, to).stream()
                        .map(entry -> entry.interval().id() == oldest ? endedLater(entry) : entry)
                        .toList();
            }
        };
        Situation probed = state().situation();
        Situation brief = new Situation(
                probed.sourceNow(),
                probed.firstContact(),
                probed.options(),
                probed.clock(),
                probed.layout(),
                Duration.ofMinutes(3));

        WorkResult result = settle(other, brief, true);

        assertThat(result.detail()).contains("began a new life");
    }

    private static LedgerEntry endedLater(LedgerEntry of) {
        RuntimeStatsInterval is = of.interval();
        return new LedgerEntry(
                new RuntimeStatsInterval(is.id(), is.start(), is.end().plusSeconds(60)),
                of.kind(),
                of.state(),
                of.goneReason(),
                of.goneAt(),
                of.flags(),
                of.figures(),
                of.revision(),
                of.verifiedAt(),
                of.nextCountAt(),
                of.tornReads(),
                of.tornChecksum(),
                of.tornAt());
    }

    private WorkResult settle(CollectorStore store, Situation situation, boolean isSuspect) {
        SeriesKey key = series();
        WorkPlan plan = new WorkPlan(
                key, situation, BudgetLadder.FULL, store.unheld(key, Kind.RUNTIME), store.bands(key, Kind.RUNTIME));
        return fixture.work(
                ReadBudget.STANDARD,
                new BandWork(
                        store,
                        state().series(),
                        situation,
                        plan.backfill(),
                        StoreColumns.OF_2022,
                        isSuspect,
                        new SettlingProgress(),
                        epochs::add,
                        fixture.tools.threads()));
    }

    private static List<Sentinel> otherLife(List<Sentinel> known) {
        return known.stream()
                .map(one -> new Sentinel(one.planId(), one.planHash() + 1, one.initialCompileTicks()))
                .toList();
    }

    private SeriesState state() {
        return prober.states().get(fixture.database());
    }

    private SeriesKey series() {
        return state().series().key();
    }
}
