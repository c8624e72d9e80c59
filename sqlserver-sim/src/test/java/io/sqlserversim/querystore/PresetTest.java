package io.sqlserversim.querystore;

import static io.sqlserversim.querystore.StoreFixture.INTERVALS;
import static io.sqlserversim.querystore.StoreFixture.INTERVAL_ID;
import static io.sqlserversim.querystore.StoreFixture.PLANS;
import static io.sqlserversim.querystore.StoreFixture.QUERIES;
import static io.sqlserversim.querystore.StoreFixture.RUNTIME;
import static io.sqlserversim.querystore.StoreFixture.TEXTS;
import static io.sqlserversim.querystore.StoreFixture.WAITS;
import static io.sqlserversim.querystore.StoreFixture.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.books.IntervalBook;
import io.sqlserversim.querystore.options.QueryStoreOptions;
import io.sqlserversim.querystore.options.QueryStoreProfile;
import io.sqlserversim.querystore.workload.Identity;
import io.sqlserversim.querystore.workload.Preset;
import io.sqlserversim.querystore.workload.Workload;
import io.sqlserversim.querystore.workload.WorkloadSpec;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What the workloads promise. */
class PresetTest {
    private static final QueryStoreOptions HOURS =
            QueryStoreOptions.defaults().withIntervals(60, 900).withLimits(100_000, 0);

    private static StoreFixture of(Preset preset) {
        return new StoreFixture(preset.spec("Shop", 60), HOURS, QueryStoreProfile.V16);
    }

    private static Map<Long, Long> plansByInterval(StoreFixture fixture, long low, long high) {
        Map<Long, Set<Long>> plans = new TreeMap<>();
        fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.range(low, high)))
                .forEach(row -> plans.computeIfAbsent(number(row, INTERVAL_ID), id -> new HashSet<>())
                        .add(number(row, "plan_id")));
        Map<Long, Long> counts = new TreeMap<>();
        plans.forEach((id, ids) -> counts.put(id, (long) ids.size()));
        return counts;
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void givenAPreset_whenRead_thenItsBooksAndViewsAgreeAndItsTextsAreThere(Preset preset) {
        StoreFixture fixture = new StoreFixture(preset.spec("Shop", 60).withHistory(6), HOURS, QueryStoreProfile.V16);
        fixture.advance(Duration.ofHours(3));
        List<IntervalBook> books = fixture.store.books().booksAt(fixture.instant());
        assertThat(books).isNotEmpty();
        IntervalBook settled = books.get(books.size() - 3);
        List<Map<String, Object>> rows = fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(settled.intervalId())));
        assertThat(rows).hasSize((int) settled.rows());
        assertThat(rows.stream()
                        .mapToLong(row -> number(row, "count_executions"))
                        .sum())
                .isEqualTo(settled.executions());
        long plan = number(rows.getLast(), "plan_id");
        Map<String, Object> found =
                fixture.rows(PLANS, Map.of("plan_id", Bounds.of(plan))).getFirst();
        Map<String, Object> query = fixture.rows(QUERIES, Map.of("query_id", Bounds.of(number(found, "query_id"))))
                .getFirst();
        assertThat(fixture.rows(TEXTS, Map.of("query_text_id", Bounds.of(number(query, "query_text_id")))))
                .hasSize(1);
        assertThat(Preset.named(preset.description().split(":", -1)[0])).isEqualTo(preset);
    }

    @Test
    void givenTheStorm_whenItsHistoryIsThere_then100000PlansAnd5000NewOnesAnHour() {
        StoreFixture fixture = of(Preset.STORM);
        VirtualTable plans = fixture.table(PLANS);
        assertThat(fixture.count(PLANS, Map.of())).isBetween(100_000L, 106_000L);
        long before = fixture.count(PLANS, Map.of());
        fixture.advance(Duration.ofHours(1));
        assertThat(fixture.count(PLANS, Map.of()) - before).isEqualTo(5_000);
        long last = number(fixture.rows(INTERVALS).getLast(), INTERVAL_ID);
        assertThat(plansByInterval(fixture, last - 2, last - 1).values())
                .allSatisfy(count -> assertThat(count).isBetween(5_000L, 5_200L));
        assertThat(plans.columns()).isNotEmpty();
        Map<String, Object> old =
                fixture.rows(PLANS, Map.of("plan_id", Bounds.of(5_000))).getFirst();
        assertThat(old.get("last_execution_time").toString()).startsWith("2026-03-03T");
    }

    @Test
    void givenTheStorm_whenIntervalsAreMinutes_thenAsManyNewPlansAnHour() {
        WorkloadSpec spec = Preset.STORM.spec("Shop", 1);
        assertThat(spec.manner().births() * 60).isBetween(4_900, 5_100);
        assertThat((long) spec.historyIntervals() * spec.manner().births()).isBetween(98_000L, 102_000L);
    }

    /** The field's sizes: median 30 KB, p95 720 KB, at most 3.4 MB, over as many plans as were measured there. */
    @Test
    void givenTheStorm_whenPlansAreSized_thenTheQuantilesOfTheField() {
        Workload workload = new Workload(Preset.STORM.spec("Shop", 60), "Sales", 7);
        Identity identity = new Identity(workload);
        int[] sizes = new int[50_000];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = identity.planBytes(i, 0);
        }
        Arrays.sort(sizes);
        assertThat(sizes[sizes.length / 2]).isBetween(28_500, 32_500);
        assertThat(sizes[sizes.length * 95 / 100]).isBetween(680_000, 765_000);
        assertThat(sizes[sizes.length - 1]).isBetween(3_000_000, 3_415_000);
        assertThat(identity.planXml(17, 0).length() * 2).isEqualTo(identity.planBytes(17, 0));
    }

    private static Document parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setAttribute("http://www.oracle.com/xml/jaxp/properties/maxElementDepth", "0");
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @Test
    void givenPlans_whenParsed_thenOneStatementInTheNamespaceAndManyOperators() throws Exception {
        StoreFixture fixture = of(Preset.PARAMETERS);
        Set<String> operators = new HashSet<>();
        for (Map<String, Object> row : fixture.rows(PLANS)) {
            Document plan = parse((String) row.get("query_plan"));
            String namespace = plan.getDocumentElement().getNamespaceURI();
            assertThat(namespace).isEqualTo("http://schemas.microsoft.com/sqlserver/2004/07/showplan");
            assertThat(plan.getElementsByTagNameNS(namespace, "StmtSimple").getLength())
                    .isOne();
            NodeList found = plan.getElementsByTagNameNS(namespace, "RelOp");
            for (int i = 0; i < found.getLength(); i++) {
                operators.add(
                        found.item(i).getAttributes().getNamedItem("PhysicalOp").getNodeValue());
            }
        }
        assertThat(operators).hasSizeGreaterThanOrEqualTo(12);
    }

    @Test
    void givenReporting_whenRead_thenFewLongExecutionsAndIdleHours() {
        StoreFixture reporting = of(Preset.REPORTING);
        StoreFixture oltp = of(Preset.OLTP);
        assertThat(mean(reporting, "avg_duration")).isGreaterThan(20 * mean(oltp, "avg_duration"));
        assertThat(mean(reporting, "count_executions")).isLessThan(mean(oltp, "count_executions") / 20);
        assertThat(reporting.rows(INTERVALS)).hasSizeBetween(500, 600);
    }

    private static double mean(StoreFixture fixture, String column) {
        return fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.range(20, 50))).stream()
                .filter(row -> number(row, "execution_type") == 0)
                .mapToDouble(row -> ((Number) row.get(column)).doubleValue())
                .average()
                .orElseThrow();
    }

    @Test
    void givenParameters_whenAQueryIsFollowed_thenItGoesBackAndForthBetweenAFastAndASlowPlan() {
        StoreFixture fixture = of(Preset.PARAMETERS);
        Map<Long, Long> queryOfPlan = new HashMap<>();
        fixture.rows(PLANS).forEach(row -> queryOfPlan.put(number(row, "plan_id"), number(row, "query_id")));
        Map<Long, List<Double>> durations = new HashMap<>();
        for (Map<String, Object> row : fixture.rows(RUNTIME)) {
            if (number(row, "execution_type") == 0) {
                durations
                        .computeIfAbsent(queryOfPlan.get(number(row, "plan_id")), id -> new ArrayList<>())
                        .add((Double) row.get("avg_duration"));
            }
        }
        long regressing =
                durations.values().stream().filter(PresetTest::changesOften).count();
        assertThat(regressing).isBetween(8L, 17L);
    }

    private static boolean changesOften(List<Double> durations) {
        int changes = 0;
        for (int i = 1; i < durations.size(); i++) {
            double ratio = durations.get(i) / durations.get(i - 1);
            changes += ratio > 6 || ratio < 1.0 / 6 ? 1 : 0;
        }
        return changes >= 3;
    }

    @Test
    void givenDeploys_whenOneHappens_thenHalfOfTheQueriesAreOthers() {
        StoreFixture fixture = of(Preset.DEPLOYS);
        Set<Long> before = plansOf(fixture, 40);
        Set<Long> after = plansOf(fixture, 56);
        Set<Long> kept = new HashSet<>(before);
        kept.retainAll(after);
        assertThat(kept).isNotEmpty().allMatch(plan -> plan <= 40);
        assertThat(before).anyMatch(plan -> plan > 40 && plan <= 80);
        assertThat(after).anyMatch(plan -> plan > 80).noneMatch(plan -> plan > 40 && plan <= 80);
        assertThat(plansOf(fixture, 47)).isNotEmpty().noneMatch(plan -> plan > 80);
    }

    private static Set<Long> plansOf(StoreFixture fixture, long interval) {
        Set<Long> plans = new HashSet<>();
        fixture.rows(RUNTIME, Map.of(INTERVAL_ID, Bounds.of(interval)))
                .forEach(row -> plans.add(number(row, "plan_id")));
        return plans;
    }

    @Test
    void givenOdd_whenRead_thenWhatHurtsIsThere() throws Exception {
        StoreFixture fixture = of(Preset.ODD);
        List<Map<String, Object>> texts = fixture.rows(TEXTS);
        assertThat(texts.stream().filter(row -> row.get("query_sql_text") == null))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).containsEntry("is_part_of_encrypted_module", true));
        List<Map<String, Object>> plans = fixture.rows(PLANS);
        assertThat(plans.stream().filter(row -> row.get("query_plan") == null).count())
                .isBetween(2L, 12L);
        List<String> xml = plans.stream()
                .map(row -> (String) row.get("query_plan"))
                .filter(plan -> plan != null)
                .toList();
        assertThat(xml.stream().mapToInt(plan -> 2 * plan.length()).max().orElseThrow())
                .isEqualTo(4 << 20);
        int deepest = 0;
        for (String plan : xml) {
            deepest = Math.max(deepest, depth(plan));
            parse(plan);
        }
        assertThat(deepest).isGreaterThan(256);
        Set<Long> categories = new HashSet<>();
        for (Map<String, Object> row : fixture.rows(WAITS)) {
            categories.add(number(row, "wait_category"));
            assertThat(row.get("wait_category_desc")).isNotNull();
        }
        assertThat(categories).hasSize(24);
    }

    private static int depth(String xml) {
        int depth = 0;
        int deepest = 0;
        for (int i = xml.indexOf('<'); i >= 0; i = xml.indexOf('<', i + 1)) {
            if (xml.charAt(i + 1) == '/') {
                depth--;
            } else if (xml.charAt(xml.indexOf('>', i) - 1) != '/') {
                deepest = Math.max(deepest, ++depth);
            }
        }
        return deepest;
    }

    /** A hundred and fifty tenants share one application, and cost next to nothing while nobody reads them. */
    @Test
    void givenTenants_whenRead_thenTheSameHashesAndOtherNumbers() {
        StoreFixture one = of(Preset.TENANT);
        StoreFixture other = new StoreFixture(Preset.TENANT.spec("Elsewhere", 60), HOURS, QueryStoreProfile.V16);
        assertThat(hashes(one)).isEqualTo(hashes(other)).hasSizeGreaterThan(10);
    }

    private static Set<String> hashes(StoreFixture fixture) {
        Set<String> hashes = new HashSet<>();
        try (RowCursor cursor = fixture.table(QUERIES).scan(StoreFixture.request(fixture.table(QUERIES), Map.of()))) {
            while (cursor.advance()) {
                hashes.add(Arrays.toString((byte[]) cursor.value(5)));
            }
        }
        return hashes;
    }
}
