package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.model.Metric;
import io.tidegate.core.model.MetricValues;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.WaitKey;
import io.tidegate.core.model.WaitRow;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.LogicalSchema;
import io.tidegate.core.time.SystemTicker;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each value of each row stands in its own column. Mutations seen to break it: band numbers counted from the chunk's first
 * row instead of the offer's, minimum and maximum exchanged, what is absent stored as a number, an offer that is not taken
 * back, another thread that is let in, a number of rows that nobody compares.
 */
class RowFeedTest {
    private static final SeriesKey SERIES = new SeriesKey(3, 4, 5);
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");
    private static final Map<Long, Instant> STARTS = Map.of(7L, START, 8L, START.plusSeconds(3600));

    /** More than the engine takes at once, and not a multiple of that. */
    private static final int MANY = 5_000;

    @TempDir
    Path directory;

    private final StoreTimes times = new StoreTimes(SystemTicker.INSTANCE);
    private Engine engine;
    private Db db;

    @BeforeEach
    void open() throws SQLException {
        engine = Engine.open(directory, TestStores.SMALL, InstantSource.system());
        db = engine.connections(1, 0, () -> {}).getFirst();
        db.begin();
        db.update("INSERT INTO server VALUES (9, 'sim-9')");
    }

    @AfterEach
    void close() throws SQLException {
        db.rollback();
        db.close();
        engine.close();
    }

    @Test
    void givenRowsOfTwoBands_whenAppended_thenEachValueStandsInItsColumn() throws SQLException {
        List<RuntimeRow> first = rows(7, 0, MANY);
        List<RuntimeRow> second = rows(8, MANY, 10);

        new RowAppender(db, SERIES, times)
                .facts(
                        Facts.RUNTIME,
                        STARTS,
                        List.of(new RowAppender.Numbered(21, first), new RowAppender.Numbered(22, second)));

        List<List<Object>> expected = new ArrayList<>();
        first.forEach(row -> expected.add(expected(row, START, 21)));
        second.forEach(row -> expected.add(expected(row, START.plusSeconds(3600), 22)));
        assertThat(stored("runtime_stats")).isEqualTo(expected);
    }

    @Test
    void givenWaits_whenAppended_thenEachValueStandsInItsColumn() throws SQLException {
        WaitRow row = new WaitRow(new WaitKey(8, 2, 30, 4, 3), 100, 12.5, 13, 11, 14, Double.NaN);

        new RowAppender(db, SERIES, times).facts(Facts.WAITS, 21, STARTS, List.of(row));

        List<Object> expected = prefix(START.plusSeconds(3600));
        expected.addAll(List.of(8L, 2L, 30L, 4, 3, 100L, 12.5, 13L, 11L, 14L, "NULL", 21L));
        assertThat(stored("wait_stats")).containsExactly(expected);
    }

    @Test
    void givenAPeek_whenAppended_thenItStandsUnderItsNumber() throws SQLException {
        RuntimeRow row = row(7, 1);

        new RowAppender(db, SERIES, times).peek(6, true, List.of(row));

        List<Object> expected = new ArrayList<>(List.of(3, 4, 5, 6L, true));
        expected.addAll(expected(row));
        assertThat(stored("peek")).containsExactly(expected);
    }

    @Test
    void givenAnIntervalThatIsUnknown_whenAppended_thenRefusedAndNothingIsLeftToTheNextOne() throws SQLException {
        RowAppender appender = new RowAppender(db, SERIES, times);

        assertThatThrownBy(() -> appender.facts(Facts.RUNTIME, 21, Map.of(), List.of(row(7, 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("interval 7");

        appender.facts(Facts.RUNTIME, 22, STARTS, List.of(row(8, 2)));
        assertThat(db.number("SELECT count(*) FROM runtime_stats")).isEqualTo(1);
    }

    @Test
    void givenNothingOffered_whenAsked_thenRefused() {
        assertThatThrownBy(() -> db.number("SELECT count(*) FROM tidegate_runtime_rows()"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("for the store's own writer");
    }

    @Test
    void givenAStatementThatFails_whenAskedNext_thenItsOfferIsTakenBack() {
        assertThatThrownBy(() -> db.insert(
                        "INSERT INTO nowhere SELECT plan_id FROM tidegate_runtime_rows()",
                        db.feeds().runtime(),
                        offer(row(7, 1))))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("nowhere");

        assertThatThrownBy(() -> db.number("SELECT count(*) FROM tidegate_runtime_rows()"))
                .hasMessageContaining("for the store's own writer");
    }

    @Test
    void givenAnOfferOfAnotherThread_whenAsked_thenRefusedAndTheOfferStays() throws Exception {
        RowFeed<RuntimeRow> feed = db.feeds().runtime();
        Thread other = Thread.ofPlatform().start(() -> feed.offer(offer(row(7, 1))));
        other.join();

        assertThatThrownBy(() -> db.number("SELECT count(*) FROM tidegate_runtime_rows()"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("for the store's own writer");
    }

    @Test
    void givenAStatementThatTakesLess_whenInserted_thenRefused() {
        assertThatThrownBy(() -> db.insert(
                        "INSERT INTO server SELECT plan_id, 'x' FROM tidegate_runtime_rows() LIMIT 1",
                        db.feeds().runtime(),
                        new RowFeed.Rows<>(rows(7, 0, 2), new OffsetDateTime[] {at(START), at(START)}, new long[2])))
                .isInstanceOf(SQLException.class)
                .hasMessage("the engine took 1 of 2 rows");
    }

    private static RowFeed.Rows<RuntimeRow> offer(RuntimeRow row) {
        return new RowFeed.Rows<>(List.of(row), new OffsetDateTime[] {at(START)}, new long[] {1});
    }

    private static OffsetDateTime at(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static List<RuntimeRow> rows(long interval, int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> row(interval, i))
                .toList();
    }

    /** No two values alike, and each seventh row without its last metric. */
    private static RuntimeRow row(long interval, int plan) {
        MetricValues values = new MetricValues(
                IntStream.range(0, Metric.COUNT)
                        .mapToDouble(m -> plan * 1000.0 + m + 0.5)
                        .toArray(),
                longs(plan, 100),
                longs(plan, 200),
                longs(plan, 300),
                IntStream.range(0, Metric.COUNT)
                        .mapToDouble(m -> plan * 1000.0 + 400 + m + 0.25)
                        .toArray());
        if (plan % 7 == 0) {
            int last = Metric.COUNT - 1;
            values.avg()[last] = Double.NaN;
            values.last()[last] = MetricValues.ABSENT;
            values.min()[last] = MetricValues.ABSENT;
            values.max()[last] = MetricValues.ABSENT;
            values.stdev()[last] = Double.NaN;
        }
        return new RuntimeRow(
                new RuntimeKey(interval, 1, plan + 1, 3), 1_000_000L + plan, 2_000_000L + plan, plan + 10L, values);
    }

    private static long[] longs(int plan, long offset) {
        return LongStream.range(0, Metric.COUNT)
                .map(m -> plan * 1000L + offset + m)
                .toArray();
    }

    private static List<Object> prefix(Instant start) {
        return new ArrayList<>(List.of(3, 4, 5, at(start), 0));
    }

    private static List<Object> expected(RuntimeRow row, Instant start, long band) {
        List<Object> all = prefix(start);
        all.addAll(expected(row));
        all.add(band);
        return all;
    }

    private static List<Object> expected(RuntimeRow row) {
        RuntimeKey key = row.key();
        List<Object> all = new ArrayList<>(List.of(
                key.intervalId(),
                key.replicaGroup(),
                key.planId(),
                key.executionType(),
                row.firstExecutionTicks(),
                row.lastExecutionTicks(),
                row.executions()));
        MetricValues v = row.values();
        for (int m = 0; m < Metric.COUNT; m++) {
            all.add(orNull(v.avg()[m]));
            all.add(orNull(v.last()[m]));
            all.add(orNull(v.min()[m]));
            all.add(orNull(v.max()[m]));
            all.add(orNull(v.stdev()[m]));
        }
        return all;
    }

    private static Object orNull(double value) {
        return Double.isNaN(value) ? "NULL" : (Object) value;
    }

    private static Object orNull(long value) {
        return value == MetricValues.ABSENT ? "NULL" : (Object) value;
    }

    /** By the names of the logical schema, so that the order of the table's own columns does not matter. */
    private List<List<Object>> stored(String table) throws SQLException {
        List<String> columns = new ArrayList<>(
                LogicalSchema.table(table).columns().stream().map(Column::name).toList());
        if (!table.equals("peek")) {
            columns.add("band_number");
        }
        return db.list("SELECT " + String.join(", ", columns) + " FROM " + table + " ORDER BY plan_id", r -> {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                Object value = r.getObject(i);
                row.add(value == null ? "NULL" : value);
            }
            return row;
        });
    }
}
