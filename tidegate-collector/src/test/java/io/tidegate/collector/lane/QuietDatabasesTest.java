package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.instance.Database;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.options.QueryStoreState;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.collector.StoreHook;
import io.tidegate.collector.probe.ProbeReport;
import io.tidegate.collector.probe.Prober;
import io.tidegate.core.ledger.CoverageWord;
import io.tidegate.core.ledger.TimeCoverage;
import io.tidegate.core.ledger.TimeCoverage.DatabaseTime;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Sixteen databases in which often nothing runs for some minutes, or nothing at all.
 */
class QuietDatabasesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int DATABASES = 16;
    private static final int MINUTES = 40;

    private final CollectorFixture fixture =
            new CollectorFixture(FleetSpec.TEST.sized(1, DATABASES).withWorkloads("reporting"));
    private final AtomicInteger summaries = new AtomicInteger();
    private final long phase = fixture.ticker.readNanos();
    private final ServerLane lane = fixture.lane(
            fixture.tools(StoreHook.before(fixture.store, "listSummary", summaries::incrementAndGet)),
            CollectorFixture.settings(),
            fixture.target(),
            phase,
            phase + 1);

    @AfterEach
    void close() {
        lane.close();
        fixture.close();
    }

    /** Mutations seen to break it: a quiet one is asked when five minutes are over, not before; all are asked each time. */
    @Test
    void givenDatabasesThatAreOftenQuiet_whenWatched_thenFewerAreAskedAndNothingIsMissedOrUnobserved() {
        minute();
        Instant from = fixture.clock.now().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        int before = summaries.get();
        for (int i = 0; i < MINUTES; i++) {
            minute();
        }
        Instant to = fixture.clock.now().minus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.MINUTES);

        assertThat(summaries.get() - before)
                .as("two for each database that is asked")
                .isLessThan(2 * DATABASES * MINUTES * 9 / 10);
        fixture.server().queryStores().forEach((database, queryStore) -> {
            DatabaseTime time = TimeCoverage.forgetful(fixture.store.reader())
                    .of(null, database, (oldest, now) -> from)
                    .getFirst();
            assertThat(time.time().words()).as(database).doesNotContainKey(CoverageWord.UNOBSERVED);
            assertThat(held(Objects.requireNonNull(time.series()), from, to))
                    .as(database)
                    .containsExactlyInAnyOrderElementsOf(ran(queryStore, from, to));
        });
    }

    /**
     * Mutations seen to break it: one that was not asked is not reported; what is told of one whose Query Store was never on is
     * forgotten while it is not asked; in the status, or in the coverage.
     */
    @Test
    void givenDatabasesThatAreOffAndOnesThatWereNeverOn_whenProbed_thenEachReportHasAllOfThemAndNoTimeIsUnobserved() {
        Instance instance = fixture.server().instance();
        for (int i = 0; i < 4; i++) {
            List<VirtualTable> empty = fixture.queryStore().tables().stream()
                    .map(AbsencesTest::withoutRows)
                    .toList();
            instance.add(new Database(
                    instance.nextDatabaseId(), "Legacy" + i, instance.clock().now(), empty, () -> false));
        }
        fixture.server()
                .queryStores()
                .values()
                .forEach(store -> store.alter(store.options().withState(QueryStoreState.OFF, QueryStoreState.OFF, 0)));
        Prober prober = fixture.prober(
                fixture.tools(StoreHook.before(fixture.store, "listSummary", summaries::incrementAndGet)));
        prober.probe();
        Instant from = fixture.clock.now().plus(MINUTE);
        int before = summaries.get();
        for (int i = 0; i < MINUTES; i++) {
            fixture.clock.advance(MINUTE);
            fixture.pass(MINUTE);
            ProbeReport report = prober.probe();
            assertThat(report.databases()).hasSize(DATABASES);
            assertThat(report.unread()).containsOnlyKeys("Legacy0", "Legacy1", "Legacy2", "Legacy3");
            assertThat(report.degradations().toString()).contains("Legacy0, Legacy1, Legacy2, Legacy3: not collected");
        }
        prober.close();

        assertThat(summaries.get() - before).isLessThan(2 * DATABASES * MINUTES / 2);
        assertThat(TimeCoverage.forgetful(fixture.store.reader()).of(null, null, (oldest, now) -> from))
                .hasSize(DATABASES + 4)
                .allSatisfy(time -> {
                    assertThat(time.time().words()).as(time.database()).containsOnlyKeys(CoverageWord.OFF);
                    assertThat(Duration.between(time.from(), time.to()))
                            .isGreaterThanOrEqualTo(Duration.ofMinutes(MINUTES - 4));
                });
    }

    private void minute() {
        fixture.clock.advance(MINUTE);
        fixture.pass(MINUTE);
        lane.tick(phase);
    }

    private static Set<Instant> ran(QueryStore queryStore, Instant from, Instant to) {
        Set<Instant> starts = new HashSet<>();
        queryStore.books().booksAt(to).forEach(book -> {
            if (!book.start().isBefore(from) && book.start().isBefore(to)) {
                starts.add(book.start());
            }
        });
        return starts;
    }

    private Set<Instant> held(SeriesKey series, Instant from, Instant to) {
        Set<Instant> starts = new HashSet<>();
        for (LedgerEntry entry : fixture.store.entries(series, Kind.RUNTIME, from, to)) {
            if (entry.state() == LedgerEntry.State.HELD
                    && !entry.interval().start().isBefore(from)) {
                starts.add(entry.interval().start());
            }
        }
        return starts;
    }
}
