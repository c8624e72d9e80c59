package io.tidegate.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanXml;
import io.tidegate.core.model.QueryText;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.Rows;
import io.tidegate.core.store.SqlStoreContract;
import io.tidegate.core.store.StageBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With what only this store has: what no text value can hold, partitions. */
class PostgresStoreTest extends SqlStoreContract<PostgresStore> {
    private final String schema = TestPostgres.freshSchema();

    @Override
    protected PostgresStore open(Path directory) {
        return TestStores.open(schema);
    }

    @Override
    protected Optional<String> planXml(PostgresStore store, SeriesKey series, long planId) {
        return store.planXml(series, planId);
    }

    @Test
    @Incident(106)
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
    @Incident(101)
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
