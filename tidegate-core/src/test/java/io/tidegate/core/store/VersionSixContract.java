package io.tidegate.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.HistoryReader.TopRow;
import io.tidegate.core.store.sql.SchemaSteps;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that version 6 wrote, with content, rows and a lease in it, opened by this one. Mutations seen to break it: a
 * default for the reason, for the size of a text or for the note in steps 7 and 8; plans over the cap that are known by their
 * reason alone.
 *
 * @param <S> the store
 */
public abstract class VersionSixContract<S extends CollectorStore & HistoryReader & LeaseLog & AutoCloseable> {
    private static final int SIX = 6;
    private static final SeriesKey SERIES = new SeriesKey(1, 1, 1);
    private static final Instant T = Instant.parse("2026-11-01T00:00:00Z");
    private static final String TEXT = "select 'before version 7'";
    private static final String XML = "<ShowPlanXML/>";
    private static final LeaseRow<String> LEASE = new LeaseRow<>(
            "sim-1",
            Purpose.TICK,
            "Sales",
            T,
            T.plusSeconds(3600),
            "lite",
            51,
            T.plusSeconds(5),
            T.plusSeconds(6),
            T.plusSeconds(9),
            LeaseEnding.RELEASED,
            null,
            false,
            10,
            2000,
            30,
            40,
            5,
            false,
            "");

    @TempDir
    Path directory;

    /** Opens the store that lies in a folder. */
    protected abstract S open(Path directory);

    /** A connection to where no store is yet, in auto-commit. */
    protected abstract Connection empty(Path directory) throws SQLException;

    /** The store's steps, all of them. */
    protected abstract SchemaSteps steps();

    /** Inserts server 1, {@code sim-1}, and one row of plan 1 in interval 1 of series 1, 1, 1 with 7 executions of 2 ms each. */
    protected abstract List<String> serverAndRow();

    /** The XML of a plan by id; empty when it is not stored. */
    protected abstract Optional<String> planXml(S store, SeriesKey series, long planId);

    @BeforeEach
    void make() throws SQLException {
        try (Connection c = empty(directory);
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, step VARCHAR NOT NULL,"
                    + " checksum VARCHAR NOT NULL, applied_at TIMESTAMPTZ NOT NULL)");
            SchemaSteps six = new SchemaSteps(steps().beside(), steps().names().subList(0, SIX));
            for (SchemaSteps.Step step : six.missing(Map.of(), "", "")) {
                s.execute(step.sql());
                s.execute("INSERT INTO schema_version VALUES (" + step.version() + ", '" + step.name() + "', '"
                        + step.checksum() + "', now())");
            }
            for (String sql : serverAndRow()) {
                s.execute(sql);
            }
            s.execute("INSERT INTO series (home, lineage, epoch, server_id, database_name, source_database_id,"
                    + " first_contact, source_now, is_current) VALUES (1, 1, 1, 1, 'Sales', 5, '2026-11-01 00:00:00+00',"
                    + " '2026-11-01 05:00:00+00', true)");
            for (int plan = 1; plan <= 4; plan++) {
                s.execute("INSERT INTO plan_identity VALUES (1, 1, 1, " + plan + ", " + plan + ", " + (1000 + plan)
                        + ", 1, 0, " + plan + ", " + plan + ", 0, false)");
            }
            s.execute(
                    "INSERT INTO lease (server_id, purpose, database_name, from_time, to_time, node, session_id, asked,"
                            + " got, ended, ending, is_abandoned, rows_read, bytes_read, cpu_ms, logical_reads, writes,"
                            + " is_estimated) VALUES (1, 'TICK', 'Sales', '2026-11-01 00:00:00+00', '2026-11-01 01:00:00+00',"
                            + " 'lite', 51, '2026-11-01 00:00:05+00', '2026-11-01 00:00:06+00', '2026-11-01 00:00:09+00',"
                            + " 'RELEASED', false, 10, 2000, 30, 40, 5, false)");
            content(c, 1, TEXT);
            content(c, 2, XML);
            refer(c, "INSERT INTO text_ref VALUES (1, 1, 1, 1001, ?)", 1);
            refer(c, "INSERT INTO text_ref VALUES (1, 1, 1, 1002, ?)", 0);
            refer(c, "INSERT INTO plan_ref VALUES (1, 1, 1, 1, ?, 28)", 2);
            refer(c, "INSERT INTO plan_ref VALUES (1, 1, 1, 2, ?, 5000000)", 0);
            refer(c, "INSERT INTO plan_ref VALUES (1, 1, 1, 3, ?, 0)", 0);
        }
    }

    private static void content(Connection c, int number, String text) throws SQLException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (PreparedStatement s = c.prepareStatement("INSERT INTO content VALUES (?, 0, ?, ?)")) {
            s.setBytes(1, hash(number));
            s.setLong(2, body.length);
            s.setBytes(3, body);
            s.executeUpdate();
        }
    }

    private static void refer(Connection c, String sql, int number) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(sql)) {
            s.setBytes(1, number == 0 ? null : hash(number));
            s.executeUpdate();
        }
    }

    private static byte[] hash(int number) {
        byte[] hash = new byte[16];
        Arrays.fill(hash, (byte) number);
        return hash;
    }

    @Test
    void givenAStoreOfVersionSix_whenOpenedTwice_thenAllOfItIsThereAndNothingIsMadeUp() throws Exception {
        open(directory).close();
        try (S store = open(directory)) {
            assertThat(store.storedIntervals(SERIES)).containsExactly(new StoredInterval(1, T, 1, 1, 7, 0));
            assertThat(store.top(new TopRequest(Metric.DURATION, Duration.ofHours(10), "sim-1", "Sales", 5))
                            .rows())
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row)
                                .extracting(TopRow::executions, TopRow::text)
                                .containsExactly(7L, TEXT);
                        assertThat(row.total()).isEqualTo(14_000);
                    });
            assertThat(planXml(store, SERIES, 1)).contains(XML);
            assertThat(store.query(
                                    "select query_text_id, query_sql_text from query_store_query_text order by query_text_id",
                                    9)
                            .rows())
                    .containsExactly(
                            List.of(1001L, TEXT),
                            Arrays.asList(1002L, null),
                            Arrays.asList(1003L, null),
                            Arrays.asList(1004L, null));
            assertThat(store.query(
                                    "select query_text_id, source_bytes, absence from text_ref order by query_text_id",
                                    9)
                            .rows())
                    .containsExactly(Arrays.asList(1001L, null, null), Arrays.asList(1002L, null, null));
            assertThat(store.query("select plan_id, source_bytes, absence from plan_ref order by plan_id", 9)
                            .rows())
                    .containsExactly(
                            Arrays.asList(1L, 28L, null),
                            Arrays.asList(2L, 5_000_000L, null),
                            Arrays.asList(3L, 0L, null));
            assertThat(store.leases(null, T, T.plusSeconds(60), 9)).containsExactly(LEASE);
        }
    }

    @Test
    void givenAStoreOfVersionSix_whenItIsCollectedOn_thenOnlyWhatIsMissingIsAskedForAndStored() throws Exception {
        LeaseRow<String> noted = new LeaseRow<>(
                "sim-1",
                Purpose.BACKFILL,
                "Sales",
                T,
                T.plusSeconds(3600),
                "lite",
                52,
                T.plusSeconds(15),
                T.plusSeconds(16),
                T.plusSeconds(19),
                LeaseEnding.RELEASED,
                null,
                false,
                0,
                0,
                0,
                0,
                0,
                false,
                "shrunk: pressure");
        try (S store = open(directory)) {
            assertThat(store.missingTexts(SERIES, 9)).containsExactly(1004L, 1003L);
            assertThat(store.missingPlans(SERIES, 9, false)).containsExactly(4L);
            assertThat(store.missingPlans(SERIES, 9, true)).containsExactly(2L);

            store.storeTexts(SERIES, List.of(new QueryText(1003, TEXT), QueryText.gone(1004)));
            store.storePlans(SERIES, List.of(new PlanXml(2, 2, XML + " ", 30), PlanXml.gone(4)));
            store.recordLeases(List.of(noted));

            assertThat(store.missingTexts(SERIES, 9)).isEmpty();
            assertThat(store.missingPlans(SERIES, 9, false)).isEmpty();
            assertThat(store.missingPlans(SERIES, 9, true)).isEmpty();
            assertThat(planXml(store, SERIES, 2)).contains(XML + " ");
            assertThat(store.query(
                                    "select query_text_id, source_bytes, absence from text_ref order by query_text_id",
                                    9)
                            .rows())
                    .containsExactly(
                            Arrays.asList(1001L, null, null),
                            Arrays.asList(1002L, null, null),
                            Arrays.asList(1003L, 2L * TEXT.length(), null),
                            Arrays.asList(1004L, 0L, "GONE"));
            assertThat(store.leases(null, T, T.plusSeconds(60), 9)).containsExactly(LEASE, noted);
        }
    }
}
