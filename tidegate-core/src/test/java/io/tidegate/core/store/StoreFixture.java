package io.tidegate.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.Ticks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** Small, readable rows and calls for the contract: intervals are the hours behind {@link #T0}, numbered from 1. */
public final class StoreFixture {
    /** Start of interval 1. */
    public static final Instant T0 = Instant.parse("2026-11-01T00:00:00Z");

    /** The source's clock in most tests: hour 100. */
    public static final Instant NOW = hour(100);

    private StoreFixture() {}

    public static Instant hour(long n) {
        return T0.plusSeconds(3600 * n);
    }

    /** Interval {@code id}: the hour from {@code id - 1} to {@code id}. */
    public static RuntimeStatsInterval interval(long id) {
        return new RuntimeStatsInterval(id, hour(id - 1), hour(id));
    }

    public static List<RuntimeStatsInterval> intervals(long... ids) {
        return LongStream.of(ids).mapToObj(StoreFixture::interval).toList();
    }

    public static QueryStoreOptions options() {
        return new QueryStoreOptions(2, 0, 900, 60, 30, 100, 1000, true);
    }

    public static RuntimeKey key(long intervalId, long planId) {
        return new RuntimeKey(intervalId, 1, planId, 0);
    }

    /** A row whose metrics follow from its key: average plan + metric index, CPU 10 x plan. */
    public static RuntimeRow row(long intervalId, long planId, long executions) {
        return row(key(intervalId, planId), executions);
    }

    public static RuntimeRow row(RuntimeKey key, long executions) {
        MetricValues v = MetricValues.absent();
        for (Metric metric : Metric.values()) {
            int m = metric.index();
            v.avg()[m] = metric == Metric.CPU_TIME ? 10.0 * key.planId() : key.planId() + m;
            v.stdev()[m] = 1;
            v.last()[m] = key.planId();
            v.min()[m] = 0;
            v.max()[m] = 1000 + key.planId();
        }
        long first = Ticks.of(interval(key.intervalId()).start());
        return new RuntimeRow(key, first + 1, first + 1 + executions, executions, v);
    }

    /** Query id, text id and hash follow from the plan: two plans per query. */
    public static PlanIdentity identity(long planId) {
        long query = 100 + planId / 2;
        return new PlanIdentity(
                planId, query, 1000 + query, 1, 0, 0xABC0L + query, 0xDEF0L + planId, planId * 7, false);
    }

    public static SeriesKey series(CollectorStore store) {
        return series(store, "sim-1", "Sales");
    }

    public static SeriesKey series(CollectorStore store, String server, String database) {
        return store.openSeries(store.registerServer(server), database, 5, hour(10), NOW)
                .key();
    }

    /** A series with the intervals listed. */
    public static SeriesKey listed(CollectorStore store, long... ids) {
        SeriesKey series = series(store);
        list(store, series, ids);
        return series;
    }

    public static void list(CollectorStore store, SeriesKey series, long... ids) {
        store.observe(new Observation(series, NOW, intervals(ids), false, Long.MIN_VALUE, options()));
    }

    public static BandKey band(SeriesKey series, long first, long last) {
        return new BandKey(series, Kind.RUNTIME, first, last);
    }

    /** Stages rows at an expected revision; the cursor is the last row's key, identities come along. */
    public static CommitResult stage(CollectorStore store, BandKey key, long expected, RuntimeRow... rows) {
        return stage(store, 0, key, expected, true, rows);
    }

    public static CommitResult stage(
            CollectorStore store, long term, BandKey key, long expected, boolean identities, RuntimeRow... rows) {
        long before = store.band(key).map(Band::stagedRows).orElse(0L);
        Band band = new Band(
                key,
                Band.Phase.ROWS,
                rows.length == 0 ? null : rows[rows.length - 1].key(),
                1,
                expected,
                before + rows.length,
                false,
                0,
                0);
        List<PlanIdentity> known = new ArrayList<>();
        for (RuntimeRow row : rows) {
            if (identities && row.key().planId() > 0) {
                known.add(identity(row.key().planId()));
            }
        }
        return store.stage(new StageBatch(term, band, List.of(rows), known));
    }

    public static long revision(CommitResult result) {
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        return ((CommitResult.Committed) result).revision();
    }

    public static CommitResult hold(CollectorStore store, BandKey key, long expected) {
        return store.hold(new BandCompletion(0, key, expected, NOW, Set.of(), Set.of()));
    }

    /** Claims, stages and holds one interval. */
    public static void held(CollectorStore store, SeriesKey series, long intervalId, RuntimeRow... rows) {
        BandKey key = band(series, intervalId, intervalId);
        assertThat(hold(store, key, revision(stage(store, key, 0, rows)))).isInstanceOf(CommitResult.Committed.class);
    }

    public static LedgerEntry entry(CollectorStore store, SeriesKey series, long intervalId) {
        return store.entries(series, Kind.RUNTIME, Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z")).stream()
                .filter(e -> e.interval().id() == intervalId)
                .findFirst()
                .orElseThrow();
    }

    public static PeekBatch peek(SeriesKey series, long intervalId, long number, boolean isLast, RuntimeRow... rows) {
        return new PeekBatch(0, series, intervalId, number, List.of(rows), isLast);
    }

    /** Executions that readers see in the whole series' current database, from facts and peeks. */
    public static long visibleExecutions(HistoryReader reader) {
        return top(reader, Metric.DURATION).rows().stream()
                .mapToLong(HistoryReader.TopRow::executions)
                .sum();
    }

    public static HistoryReader.TopAnswer top(HistoryReader reader, Metric metric) {
        return reader.top(new HistoryReader.TopRequest(metric, java.time.Duration.ofDays(365), null, null, 100));
    }
}
