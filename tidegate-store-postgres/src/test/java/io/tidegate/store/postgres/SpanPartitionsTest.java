package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.Metric;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.HistoryReader.TopAnswer;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.StageBatch;
import io.tidegate.core.time.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What PostgreSQL itself counts of scans, per partition. */
class SpanPartitionsTest {
    /** The last interval of March 2026, and the first of April. */
    private static final long LAST_OF_MARCH = 31 * 24 - 1;

    private static final Instant NOW = Rows.interval(LAST_OF_MARCH + 1).end().plusSeconds(3_600);

    private final String schema = TestPostgres.freshSchema();

    /** That a longer span scans the other partition shows that its scans are seen. */
    @Test
    @Incident(101)
    void givenFactsOfTwoMonths_whenAskedAboutTheLastHours_thenTheOtherMonthsPartitionIsNotTouched() throws Exception {
        try (PostgresStore store = TestStores.open(schema)) {
            hold(store);
        }
        try (Connection beside = TestPostgres.beside(schema)) {
            Scans before = scans(beside);
            try (PostgresStore store = TestStores.open(schema)) {
                TopAnswer top = store.top(new TopRequest(Metric.CPU_TIME, Duration.ofHours(2), null, null, 10));
                assertThat(top.rows()).hasSize(1);
                assertThat(top.held()).isOne();
            }
            // A session tells its counts when it ends.
            Await.until(
                    "the scans of April",
                    Duration.ofSeconds(60),
                    () -> scans(beside).april() > before.april());
            assertThat(scans(beside).march()).isEqualTo(before.march());

            try (PostgresStore store = TestStores.open(schema)) {
                store.top(new TopRequest(Metric.CPU_TIME, Duration.ofDays(40), null, null, 10));
            }
            Await.until(
                    "the scans of March",
                    Duration.ofSeconds(60),
                    () -> scans(beside).march() > before.march());
        }
    }

    private static void hold(PostgresStore store) {
        int server = store.registerServer("sim-1");
        SeriesKey k = store.openSeries(server, "Sales", 5, Rows.EPOCH, NOW).key();
        store.observe(Rows.listed(k, NOW, LAST_OF_MARCH, LAST_OF_MARCH + 1));
        for (long id = LAST_OF_MARCH; id <= LAST_OF_MARCH + 1; id++) {
            BandKey key = new BandKey(k, Kind.RUNTIME, id, id);
            store.stage(new StageBatch(
                    0, Rows.band(key, Band.Phase.IDENTITIES, null, 0, 3), Rows.rows(id, 1, 3), List.of()));
            store.hold(new BandCompletion(0, key, 1, NOW, Set.of(), Set.of()));
        }
    }

    private record Scans(long march, long april) {}

    private static Scans scans(Connection beside) {
        return new Scans(scans(beside, "runtime_stats_2026_03"), scans(beside, "runtime_stats_2026_04"));
    }

    private static long scans(Connection beside, String partition) {
        try (Statement s = beside.createStatement();
                ResultSet r = s.executeQuery("SELECT seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables"
                        + " WHERE schemaname = current_schema() AND relname = '" + partition + "'")) {
            assertThat(r.next()).isTrue();
            return r.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
