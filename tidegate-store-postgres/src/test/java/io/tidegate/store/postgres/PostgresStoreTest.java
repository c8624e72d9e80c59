package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.StageBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What only this store has: views and content that any client of SQL can read, partitions. */
class PostgresStoreTest {
    private static final Instant NOW = Rows.EPOCH.plusSeconds(3600 * 5);

    private final String schema = TestPostgres.freshSchema();

    private static SeriesKey holdOneInterval(PostgresStore store) {
        int server = store.registerServer("sim-1");
        SeriesKey k = store.openSeries(server, "Sales", 5, Rows.EPOCH, NOW).key();
        store.observe(Rows.listed(k, NOW, 1, 3));
        BandKey key = new BandKey(k, Kind.RUNTIME, 1, 1);
        store.stage(new StageBatch(
                0, Rows.band(key, Band.Phase.ROWS, null, 0, 100), Rows.rows(1, 1, 100), List.of(Rows.identity(1))));
        CommitResult staged = store.stage(new StageBatch(
                0,
                Rows.band(key, Band.Phase.IDENTITIES, null, 1, 150),
                Rows.rows(1, 101, 50),
                List.of(Rows.identity(2))));
        assertThat(staged).isEqualTo(new CommitResult.Committed(2));
        assertThat(store.storedIntervals(k)).isEmpty();
        store.hold(new BandCompletion(0, key, 2, NOW, Set.of(), Set.of(7L)));
        return k;
    }

    @Test
    void givenHeldRows_whenReopened_thenAllIsThere() {
        SeriesKey k;
        try (PostgresStore store = TestStores.open(schema)) {
            k = holdOneInterval(store);
        }
        try (PostgresStore store = TestStores.open(schema)) {
            assertThat(store.storedIntervals(k)).singleElement().satisfies(i -> {
                assertThat(i.rows()).isEqualTo(150);
                assertThat(i.distinctKeys()).isEqualTo(150);
            });
            assertThat(store.ledger(k).getFirst().figures()).isNotNull();
        }
    }

    @Test
    void givenContent_whenReadThroughViews_thenTextAndPlanAreWhole() {
        String text = "select 1 -- žluťoučký 🐎 " + "x".repeat(5000);
        String broken = "select '" + (char) 0xD800 + "'";
        String xml = "<ShowPlanXML>" + "<RelOp/>".repeat(3000) + "</ShowPlanXML>";
        try (PostgresStore store = TestStores.open(schema)) {
            SeriesKey k = holdOneInterval(store);
            assertThat(store.missingTexts(k, 10)).containsExactly(1001L, 1000L);
            assertThat(store.missingPlans(k, 10, false)).containsExactly(2L, 1L);
            store.storeTexts(k, List.of(new QueryText(1000, text), new QueryText(1001, broken)));
            store.storePlans(
                    k, List.of(new PlanXml(1, 99, xml, xml.length() * 2L), new PlanXml(2, 198, null, 5_000_000)));
            assertThat(store.missingTexts(k, 10)).isEmpty();
            assertThat(store.missingPlans(k, 10, false)).isEmpty();
            assertThat(store.missingPlans(k, 10, true)).containsExactly(2L);
            assertThat(store.planXml(k, 1)).contains(xml);
            QueryResult texts =
                    store.query("select query_sql_text from query_store_query_text order by query_text_id", 10);
            assertThat(texts.rows()).containsExactly(List.of(text), List.of("select '\uFFFD'"));
            QueryResult plans = store.query("select query_plan from query_store_plan where plan_id = 1", 10);
            assertThat(plans.rows()).containsExactly(List.of(xml));
        }
    }

    @Test
    void givenHeldRows_whenTopIsAsked_thenTotalsAndCoverageAgreeWithTheRows() {
        try (PostgresStore store = TestStores.open(schema)) {
            holdOneInterval(store);
            var top = store.top(new TopRequest(Metric.CPU_TIME, Duration.ofHours(24), null, null, 5));
            assertThat(top.intervals()).isEqualTo(3);
            assertThat(top.held()).isEqualTo(1);
            double expected = Rows.rows(1, 1, 150).stream()
                    .mapToDouble(r -> r.total(Metric.CPU_TIME))
                    .sum();
            assertThat(top.rows().stream()
                            .mapToDouble(r -> r.total() / r.share())
                            .max()
                            .orElse(0))
                    .isEqualTo(expected);
        }
    }

    @Test
    void givenATextWithWhatNoTextValueCanHold_whenStored_thenItIsKeptAndTheViewShowsTheRest() {
        String odd = "select 'a" + (char) 0 + "b" + (char) 0xDC00 + "🐎'";
        try (PostgresStore store = TestStores.open(schema)) {
            SeriesKey k = holdOneInterval(store);
            store.storeTexts(k, List.of(new QueryText(1000, odd)));
            store.storePlans(k, List.of(new PlanXml(1, 99, odd, odd.length() * 2L)));
            assertThat(store.planXml(k, 1)).contains(odd);
            assertThat(store.query("select query_sql_text from query_store_query_text where query_text_id = 1000", 10)
                            .rows())
                    .containsExactly(List.of("select 'a\uFFFDb\uFFFD🐎'"));
        }
    }

    /** Intervals of Rows begin in March 2026, in UTC. */
    @Test
    void givenIntervalsOfTwoMonths_whenHeldTogether_thenEachMonthHasItsPartition() {
        long lastOfMarch = 31 * 24 - 1;
        try (PostgresStore store = TestStores.open(schema)) {
            int server = store.registerServer("sim-1");
            SeriesKey k = store.openSeries(server, "Sales", 5, Rows.EPOCH, NOW).key();
            store.observe(Rows.listed(k, NOW, lastOfMarch, lastOfMarch + 1));
            BandKey key = new BandKey(k, Kind.RUNTIME, lastOfMarch, lastOfMarch + 1);
            List<RuntimeRow> rows = new ArrayList<>(Rows.rows(lastOfMarch, 1, 3));
            rows.addAll(Rows.rows(lastOfMarch + 1, 1, 4));
            store.stage(new StageBatch(0, Rows.band(key, Band.Phase.ROWS, null, 0, 7), rows, List.of()));
            store.hold(new BandCompletion(0, key, 1, NOW, Set.of(), Set.of()));

            assertThat(store.query(
                                    "select tableoid::regclass::text, count(*) from runtime_stats group by 1 order by 1",
                                    10)
                            .rows())
                    .containsExactly(List.of("runtime_stats_2026_03", 3L), List.of("runtime_stats_2026_04", 4L));
        }
    }
}
