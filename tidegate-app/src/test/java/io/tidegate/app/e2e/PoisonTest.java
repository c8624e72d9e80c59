package io.tidegate.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.Fleet;
import io.sqlserversim.fleet.FleetSpec;
import io.sqlserversim.querystore.QueryStore;
import io.sqlserversim.querystore.capture.Execution;
import io.sqlserversim.querystore.options.CaptureMode;
import io.tidegate.app.lite.LiteProcess;
import io.tidegate.core.incident.Incident;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.time.Await;
import io.tidegate.store.duckdb.DuckDbStore;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What hurts readers of a Query Store, from the server to the store: texts with a NUL, with a lone surrogate, of no character
 * and of 30 MB; encrypted ones, plans that are not there, over the cap, and deeper than 128 levels. None blocks its batch or
 * a later one. Mutation seen to break it: texts read as characters, whose decoder replaces an unpaired surrogate and swallows
 * what stands behind it.
 */
class PoisonTest {
    private static final FleetSpec ODD = FleetSpec.TEST.withWorkloads("odd").paced(12, 1, Duration.ofMinutes(20));
    private static final int LARGE_CHARS = 15 << 20;

    @TempDir
    Path folder;

    @Test
    @Incident(106)
    void givenPoisonedTextsAndPlans_whenCollected_thenEachIsStoredOrRecordedAndNothingWaitsBehindIt() throws Exception {
        String large = "SELECT /* " + "x".repeat(LARGE_CHARS) + " */ 1 AS poison_large";
        List<String> texts = List.of(
                "SELECT N'a\u0000b' AS poison_nul",
                "SELECT N'a\uD83D' AS poison_surrogate",
                "",
                large,
                "SELECT 1 AS poison_behind");
        try (Fleet fleet = Fleet.start(ODD)) {
            QueryStore source = fleet.first().queryStores().values().iterator().next();
            source.alter(source.options().withCaptureMode(CaptureMode.ALL));
            texts.forEach(text -> source.record(new Execution(text, 0, 1_000, 1_000, 1, 0, 1)));
            source.flush();
            try (LiteProcess lite = LiteProcess.start(Pace.lite(folder, Duration.ofSeconds(60), Pace.targets(fleet)))) {
                DuckDbStore store = lite.store();
                Await.until("the last text is stored", Pace.BOUND, () -> count(store, "LIKE '%poison_behind%'") > 0);
                assertThat(Truth.whenCaughtUp(fleet, lite).isWhole()).isTrue();
                Await.until("no text and no plan is missing", Pace.BOUND, () -> nothingIsMissing(store));
                lite.stopCollecting();

                assertThat(count(store, "LIKE 'SELECT N''a%b'' AS poison_nul'")).isOne();
                assertThat(count(store, "= 'SELECT N''a\uFFFD'' AS poison_surrogate'"))
                        .as("shown with U+FFFD, and nothing else is lost")
                        .isOne();
                assertThat(count(store, "= ''")).isOne();
                assertThat(count(store, "LIKE '%poison_large' AND length(query_sql_text) = " + large.length()))
                        .isOne();
                assertThat(count(store, "IS NULL")).as("of encrypted modules").isPositive();
                assertThat(planBytes(store)).as("a plan over the cap").anyMatch(bytes -> bytes > 1 << 20);
                assertThat(plans(store, "IS NULL"))
                        .as("plans that are not there")
                        .isPositive();
                assertThat(deepest(store)).as("levels of the deepest plan").isGreaterThan(128);
                assertThat(one(store, "SELECT count(*) FROM text_ref WHERE absence = 'NULL_AT_SOURCE'"))
                        .isPositive();
                assertThat(one(store, "SELECT count(*) FROM plan_ref WHERE absence = 'NULL_AT_SOURCE'"))
                        .isPositive();
                assertThat(one(store, "SELECT count(*) FROM plan_ref WHERE content_hash IS NULL AND absence IS NULL"))
                        .as("without content and without a reason")
                        .isZero();
            }
        }
    }

    private static boolean nothingIsMissing(DuckDbStore store) {
        SeriesKey series = store.allSeries().getFirst().key();
        return store.missingTexts(series, 1).isEmpty()
                && store.missingPlans(series, 1, false).isEmpty()
                && store.missingPlans(series, 1, true).isEmpty();
    }

    private static long count(DuckDbStore store, String condition) {
        return one(store, "SELECT count(*) FROM query_store_query_text WHERE query_sql_text " + condition);
    }

    private static long plans(DuckDbStore store, String condition) {
        return one(store, "SELECT count(*) FROM query_store_plan WHERE query_plan " + condition);
    }

    /** Elements inside of each other, at most. */
    private static int deepest(DuckDbStore store) {
        return store
                .query("SELECT query_plan FROM query_store_plan WHERE query_plan IS NOT NULL", 1_000)
                .rows()
                .stream()
                .mapToInt(row -> depth(String.valueOf(row.getFirst())))
                .max()
                .orElse(0);
    }

    private static int depth(String xml) {
        try {
            XMLInputFactory factory = XMLInputFactory.newFactory();
            factory.setProperty("jdk.xml.maxElementDepth", "0"); // no limit
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
            int depth = 0;
            int deepest = 0;
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> deepest = Math.max(deepest, ++depth);
                    case XMLStreamConstants.END_ELEMENT -> depth--;
                    default -> {}
                }
            }
            return deepest;
        } catch (XMLStreamException notXml) {
            throw new IllegalStateException(notXml);
        }
    }

    private static List<Long> planBytes(DuckDbStore store) {
        return store
                .query("SELECT length(query_plan) * 2 FROM query_store_plan WHERE query_plan IS NOT NULL", 1_000)
                .rows()
                .stream()
                .map(row -> Long.parseLong(String.valueOf(row.getFirst())))
                .collect(Collectors.toList());
    }

    private static long one(DuckDbStore store, String select) {
        return Long.parseLong(
                String.valueOf(store.query(select, 1).rows().getFirst().getFirst()));
    }
}
