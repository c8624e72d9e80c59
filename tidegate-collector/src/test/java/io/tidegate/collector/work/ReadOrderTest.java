package io.tidegate.collector.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.fault.Fault;
import io.sqlserversim.fault.FaultRule;
import io.sqlserversim.fault.Match;
import io.sqlserversim.fault.Occurrence;
import io.sqlserversim.fault.Point;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.VersionProfile;
import io.sqlserversim.querystore.books.IntervalBook;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.probe.Prober;
import io.tidegate.collector.probe.SeriesState;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.budget.PeekPace;
import io.tidegate.core.ledger.ReadBudget;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.StoreFixture;
import io.tidegate.sqlserver.read.StoreColumns;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In which order single intervals are read: a server that is asked for the other order refuses. Mutation seen to break it:
 * peeks, or intervals that are read again, by interval everywhere.
 */
class ReadOrderTest {
    private static final StoreColumns OF_2017 = new StoreColumns(true, false, false, true, false);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenALayout_whenAnIntervalIsReadAgainAndAnotherPeekedAt_thenRowsComeAsTheyLie(boolean isByPlan) {
        VersionProfile profile = isByPlan ? VersionProfile.V14 : VersionProfile.V16;
        StoreColumns columns = isByPlan ? OF_2017 : StoreColumns.OF_2022;
        try (CollectorFixture fixture =
                new CollectorFixture(FleetSpec.TEST.as(profile).paced(1, 60, Duration.ofDays(1)))) {
            Prober prober = fixture.prober();
            prober.probe();
            prober.close();
            SeriesState state = prober.states().get(fixture.database());
            SeriesKey series = state.series().key();
            refuse(fixture, isByPlan ? "interval" : "plan");
            IntervalBook book = fixture.settled().getFirst();
            BandKey band = StoreFixture.band(series, book.intervalId(), book.intervalId());
            StoreFixture.hold(fixture.store, band, StoreFixture.revision(StoreFixture.stage(fixture.store, band, 0)));

            CensusWork census = new CensusWork(fixture.store, state.series(), state.situation(), columns);
            assertThat(fixture.work(ReadBudget.STANDARD, census).outcome()).isEqualTo(PassOutcome.DONE);
            assertThat(StoreFixture.entry(fixture.store, series, book.intervalId())
                            .figures()
                            .executions())
                    .isEqualTo(book.executions());

            RuntimeStatsInterval open =
                    fixture.store.unheld(series, Kind.RUNTIME).getLast().interval();
            PeekWork peek = new PeekWork(
                    fixture.store,
                    state.series(),
                    state.situation(),
                    List.of(open),
                    columns,
                    fixture.ticker,
                    new PeekPace(HeavyBudget.UNLIMITED, 1, 1),
                    ReadBudget.STANDARD,
                    move -> {},
                    belief -> {});
            assertThat(fixture.work(ReadBudget.STANDARD, peek).outcome()).isEqualTo(PassOutcome.DONE);
            assertThat(fixture.store.lastPeekNumber(series, open.id())).isOne();
        }
    }

    private static void refuse(CollectorFixture fixture, String order) {
        fixture.server()
                .faults()
                .add(new FaultRule(
                        "the other order",
                        Match.HEAVY.withText("tidegate:runtime_stats_by_" + order),
                        Occurrence.ALWAYS,
                        new Fault.Fail(Point.START, new SqlError(8134, 16, 1, "not in this order"))));
    }
}
