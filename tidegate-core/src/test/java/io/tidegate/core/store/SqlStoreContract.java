package io.tidegate.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Absence;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.store.HistoryReader.QueryResult;
import io.tidegate.core.store.HistoryReader.TopRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a store on SQL has beyond the contract of all: reopening, views, content that any client of SQL can read.
 *
 * @param <S> the store
 */
public abstract class SqlStoreContract<S extends CollectorStore & HistoryReader & AutoCloseable> {
    protected static final Instant NOW = Rows.EPOCH.plusSeconds(3600 * 5);

    @TempDir
    Path directory;

    /** Opens the store that lies in a folder, or makes a new one there when the folder is empty. */
    protected abstract S open(Path directory);

    /** The XML of a plan by id; empty when it is not stored. */
    protected abstract Optional<String> planXml(S store, SeriesKey series, long planId);

    /** Holds interval 1 of a new series, of 150 rows and two known plans. */
    protected final SeriesKey holdOneInterval(S store) {
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
    void givenHeldRows_whenReopened_thenAllIsThere() throws Exception {
        SeriesKey k;
        try (S store = open(directory)) {
            k = holdOneInterval(store);
        }
        try (S store = open(directory)) {
            assertThat(store.storedIntervals(k)).singleElement().satisfies(i -> {
                assertThat(i.rows()).isEqualTo(150);
                assertThat(i.distinctKeys()).isEqualTo(150);
            });
            assertThat(store.ledger(k).getFirst().figures()).isNotNull();
        }
    }

    @Test
    void givenContent_whenReadThroughViews_thenTextAndPlanAreWhole() throws Exception {
        String text = "select 1 -- žluťoučký 🐎 " + "x".repeat(5000);
        String broken = "select '" + (char) 0xD800 + "'";
        String xml = "<ShowPlanXML>" + "<RelOp/>".repeat(3000) + "</ShowPlanXML>";
        try (S store = open(directory)) {
            SeriesKey k = holdOneInterval(store);
            assertThat(store.missingTexts(k, 10)).containsExactly(1001L, 1000L);
            assertThat(store.missingPlans(k, 10, false)).containsExactly(2L, 1L);
            store.storeTexts(k, List.of(new QueryText(1000, text), new QueryText(1001, broken)));
            store.storePlans(
                    k, List.of(new PlanXml(1, 99, xml, xml.length() * 2L), new PlanXml(2, 198, null, 5_000_000)));
            assertThat(store.missingTexts(k, 10)).isEmpty();
            assertThat(store.missingPlans(k, 10, false)).isEmpty();
            assertThat(store.missingPlans(k, 10, true)).containsExactly(2L);
            assertThat(planXml(store, k, 1)).contains(xml);
            QueryResult texts =
                    store.query("select query_sql_text from query_store_query_text order by query_text_id", 10);
            assertThat(texts.rows()).containsExactly(List.of(text), List.of("select '\uFFFD'"));
            QueryResult plans = store.query("select query_plan from query_store_plan where plan_id = 1", 10);
            assertThat(plans.rows()).containsExactly(List.of(xml));
        }
    }

    @Test
    void givenNoContent_whenTheStoreIsAskedWhy_thenEachReasonIsTold() throws Exception {
        try (S store = open(directory)) {
            SeriesKey k = holdOneInterval(store);
            store.storeTexts(
                    k,
                    List.of(
                            new QueryText(1, null, 70_000_000, Absence.OVER_CAP),
                            new QueryText(2, null),
                            QueryText.gone(3),
                            new QueryText(4, "select 1").keeping(null),
                            new QueryText(5, "")));
            store.storePlans(
                    k,
                    List.of(
                            new PlanXml(1, 9, null, 5_000_000),
                            new PlanXml(2, 9, null, 0),
                            PlanXml.gone(3),
                            new PlanXml(4, 9, "<ShowPlanXML/>", 28).keeping(null),
                            new PlanXml(5, 9, "<ShowPlanXML/>", 28)));
            store.storePlans(k, List.of(PlanXml.gone(1)));

            assertThat(why(store, "query_text_id", "text_ref"))
                    .containsExactly(
                            Arrays.asList(1L, false, 70_000_000L, "OVER_CAP"),
                            Arrays.asList(2L, false, 0L, "NULL_AT_SOURCE"),
                            Arrays.asList(3L, false, 0L, "GONE"),
                            Arrays.asList(4L, false, 16L, "WITHHELD"),
                            Arrays.asList(5L, true, 0L, null));
            assertThat(why(store, "plan_id", "plan_ref"))
                    .containsExactly(
                            Arrays.asList(1L, false, 0L, "GONE"),
                            Arrays.asList(2L, false, 0L, "NULL_AT_SOURCE"),
                            Arrays.asList(3L, false, 0L, "GONE"),
                            Arrays.asList(4L, false, 28L, "WITHHELD"),
                            Arrays.asList(5L, true, 28L, null));
        }
    }

    private List<List<Object>> why(S store, String id, String table) {
        return store.query(
                        "select " + id + ", content_hash is not null, source_bytes, absence from " + table
                                + " order by 1",
                        10)
                .rows();
    }

    @Test
    void givenHeldRows_whenTopIsAsked_thenTotalsAndCoverageAgreeWithTheRows() throws Exception {
        try (S store = open(directory)) {
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

    /** Mutation seen to break it: a view that does not leave out what is superseded. */
    @Test
    void givenARestore_whenViewsAreAsked_thenEachIntervalIsThereOnceWithTheEpochThatHoldsIt() throws Exception {
        try (S store = open(directory)) {
            SeriesKey old = holdOneInterval(store);
            store.observe(new Observation(
                    old,
                    NOW,
                    List.of(Rows.interval(2)),
                    false,
                    Long.MIN_VALUE,
                    Rows.OPTIONS,
                    Set.of(Kind.RUNTIME, Kind.WAITS)));
            hold(store, new BandKey(old, Kind.RUNTIME, 2, 2), Rows.row(2, 1));
            hold(store, new BandKey(old, Kind.WAITS, 2, 2), waits(2));
            SeriesKey next = store.fork(
                            old,
                            new ForkPoint(
                                    Rows.interval(1).start(),
                                    Rows.interval(1).end(),
                                    Rows.interval(1).end()),
                            NOW,
                            NOW)
                    .key();
            store.observe(Rows.listed(next, NOW, 1, 2));
            hold(store, new BandKey(next, Kind.RUNTIME, 2, 2), Rows.row(2, 1), Rows.row(2, 2));

            assertThat(store.query(
                                    "select runtime_stats_interval_id, epoch, state from query_store_runtime_stats_interval"
                                            + " order by 1, 2",
                                    10)
                            .rows())
                    .containsExactly(List.of(1L, 1, "HELD"), List.of(2L, 2, "HELD"));
            assertThat(store.query(
                                    "select runtime_stats_interval_id, epoch, count(*) from query_store_runtime_stats"
                                            + " group by 1, 2 order by 1, 2",
                                    10)
                            .rows())
                    .containsExactly(List.of(1L, 1, 150L), List.of(2L, 2, 2L));
            assertThat(store.query("select plan_id from query_store_wait_stats", 10)
                            .rows())
                    .isEmpty();
            assertThat(store.query("select count(*) from wait_stats", 10).rows())
                    .containsExactly(List.of(1L));
        }
    }

    private static WaitRow waits(long intervalId) {
        return new WaitRow(new WaitKey(intervalId, 1, 7, 3, 0), 40, 4, 4, 1, 40, Double.NaN);
    }

    private void hold(S store, BandKey key, StatsRow... rows) {
        store.stage(new StageBatch(
                0, Rows.band(key, Band.Phase.IDENTITIES, null, 0, rows.length), List.of(rows), List.of()));
        assertThat(store.hold(new BandCompletion(0, key, 1, NOW, Set.of(), Set.of())))
                .isInstanceOf(CommitResult.Committed.class);
    }

    /** Fails with a column of fewer bits, or with times of whole microseconds. */
    @Test
    @Incident({37, 99})
    void givenTheLargestValues_whenHeldAndReadBack_thenNoneIsNarrowedOrRounded() throws Exception {
        long wide = Long.MAX_VALUE - 1;
        long ticks = 17_800_000_000_000_007L;
        MetricValues values = MetricValues.absent();
        int dop = Metric.DOP.index();
        values.avg()[dop] = 70_000.125;
        values.last()[dop] = 70_000;
        values.min()[dop] = wide;
        values.max()[dop] = wide;
        values.stdev()[dop] = 1e300;
        RuntimeRow row =
                new RuntimeRow(new RuntimeKey(1, 1, 5_000_000_000L, 4), ticks, ticks + 1, 3_000_000_000L, values);
        try (S store = open(directory)) {
            int server = store.registerServer("sim-1");
            SeriesKey k = store.openSeries(server, "Sales", 5, Rows.EPOCH, NOW).key();
            store.observe(Rows.listed(k, NOW, 1, 1));
            BandKey key = new BandKey(k, Kind.RUNTIME, 1, 1);
            store.stage(new StageBatch(0, Rows.band(key, Band.Phase.IDENTITIES, null, 0, 1), List.of(row), List.of()));
            store.hold(new BandCompletion(0, key, 1, NOW, Set.of(), Set.of()));

            assertThat(store.query(
                                    "select plan_id, count_executions, avg_dop, last_dop, min_dop, max_dop, stdev_dop,"
                                            + " avg_duration, max_duration from query_store_runtime_stats",
                                    10)
                            .rows())
                    .containsExactly(Arrays.asList(
                            5_000_000_000L, 3_000_000_000L, 70_000.125, 70_000L, wide, wide, 1e300, null, null));
            assertThat(store.query("select first_execution_ticks, last_execution_ticks from runtime_stats", 10)
                            .rows())
                    .containsExactly(List.of(ticks, ticks + 1));
        }
    }
}
