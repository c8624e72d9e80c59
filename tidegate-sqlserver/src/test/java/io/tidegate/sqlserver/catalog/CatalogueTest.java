package io.tidegate.sqlserver.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.incident.Incident;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds every statement file to the rules of the catalogue. */
class CatalogueTest {
    private static final Pattern LARGE_VIEW =
            Pattern.compile("\\bsys\\.query_store_(runtime_stats|wait_stats|query|query_text|plan)\\b");

    private static final Set<String> LARGE_VALUES = Set.of("query_sql_text", "query_plan");

    /** Names are pinned: they are the markers by which our statements are known at a server. */
    private static final List<String> NAMES = List.of(
            "applock_get",
            "applock_release",
            "blocked_by_session",
            "census",
            "census_16",
            "census_totals",
            "column_probe",
            "database_report",
            "databases",
            "geo_links",
            "guard_claim",
            "guard_lock",
            "heavy_sessions",
            "interval_list",
            "interval_slice",
            "intervals_above",
            "last_word",
            "object_names",
            "plan_count",
            "plan_identities",
            "pressure_grants",
            "pressure_log_send",
            "pressure_schedulers",
            "pressure_service",
            "probe_database",
            "probe_guarded",
            "query_identities",
            "query_plans",
            "query_texts",
            "recovery_forks",
            "runtime_stats_by_interval_13",
            "runtime_stats_by_interval_14",
            "runtime_stats_by_interval_16",
            "runtime_stats_by_plan_13",
            "runtime_stats_by_plan_14",
            "runtime_stats_by_plan_16",
            "sees_all_sessions",
            "sentinels",
            "server_cores",
            "server_permissions",
            "server_version",
            "service_tier",
            "session_by_id",
            "session_cost",
            "session_identity",
            "session_settings",
            "state_context_settings",
            "state_forced_plans",
            "state_forcing_locations",
            "state_options",
            "state_plan_feedback",
            "state_plans",
            "state_queries",
            "state_query_hints",
            "state_query_variants",
            "state_replicas",
            "state_tuning_recommendations",
            "store_sizes",
            "view_columns",
            "wait_census",
            "wait_census_16",
            "wait_stats_14",
            "wait_stats_16");

    @Test
    void givenTheFiles_whenListed_thenEachIsNamedByTheEnumAndPinned() throws IOException, URISyntaxException {
        Path folder = Path.of(
                Objects.requireNonNull(Statements.class.getResource("sql")).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            List<String> found = files.map(f -> f.getFileName().toString().replace(".sql", ""))
                    .sorted()
                    .toList();
            assertThat(found).isEqualTo(NAMES);
        }
        assertThat(Arrays.stream(Statements.values()).map(Statements::fileName).sorted())
                .isEqualTo(NAMES);
    }

    @ParameterizedTest
    @EnumSource(Statements.class)
    @Incident(85)
    void givenAStatement_whenParsed_thenItsMarkerIsInsideAndNothingIsLeftOpen(Statements statement) {
        SqlText text = statement.text();
        String script = text.asScript("My [odd] ]base");
        assertThat(script).doesNotContain("{db}").doesNotContainPattern(" :[a-z]");
        assertThat(text.header().since()).isBetween(13, 17);
        boolean guard = statement.fileName().startsWith("guard_");
        if (!guard) {
            String marker = "/* tidegate:" + statement.fileName() + " */";
            assertThat(script).contains(marker);
            assertThat(script.strip()).doesNotStartWith("/*").doesNotEndWith("*/");
        }
        assertThat(script).doesNotContainPattern("(?i)SELECT\\s+(TOP \\([^)]*\\) )?(/\\*.*?\\*/ )?\\*");
    }

    @ParameterizedTest
    @EnumSource(Statements.class)
    @Incident(84)
    void givenAStatementOverViews_whenRead_thenItRunsOnOneCoreAndNamesItsSources(Statements statement) {
        SqlText text = statement.text();
        String script = text.asScript("d");
        for (String source : text.header().reads()) {
            assertThat(script).containsPattern("sys\\." + Pattern.quote(source) + "\\b");
        }
        boolean views = text.header().reads().stream().anyMatch(r -> !r.startsWith("sp_"));
        assertThat(script.contains("OPTION (MAXDOP 1)")).isEqualTo(views);
    }

    @ParameterizedTest
    @EnumSource(Statements.class)
    @Incident(75)
    void givenAHeavyStatement_whenRead_thenItNamesTheDatabaseAndSortsAllButLargeValues(Statements statement) {
        SqlText text = statement.text();
        String script = text.asScript("d");
        boolean readsHeavy = Pattern.compile(
                        "(FROM|JOIN) \\S*sys\\.query_store_(runtime_stats|wait_stats|query|query_text|plan)\\b")
                .matcher(script)
                .find();
        assertThat(text.header().isHeavy()).isEqualTo(readsHeavy);
        if (readsHeavy) {
            assertThat(script).contains("[d].sys.query_store_");
            boolean isLarge = text.header().columns().stream().anyMatch(LARGE_VALUES::contains);
            assertThat(script.contains("ORDER BY")).isNotEqualTo(isLarge);
        }
    }

    /** Each of the large views alone is fast, joins of them take seconds and more. */
    @ParameterizedTest
    @EnumSource(Statements.class)
    @Incident(81)
    void givenAHeavyStatement_whenRead_thenItNamesOneLargeViewOnce(Statements statement) {
        SqlText text = statement.text();
        if (text.header().isHeavy()) {
            assertThat(LARGE_VIEW.matcher(text.asScript("d")).results()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Statements.class)
    void givenColumnsInTheHeader_whenTheSelectListIsCut_thenBothAgree(Statements statement) {
        List<String> columns = statement.text().header().columns();
        if (!columns.isEmpty()) {
            assertThat(SelectList.of(statement.text().asScript("d"))).isEqualTo(columns);
        }
    }

    @Test
    void givenBadHeaders_whenParsed_thenTheRuleIsNamed() {
        assertThatThrownBy(() -> SqlFile.parse("x", "-- name: x\nSELECT 1")).hasMessageContaining("'reads'");
        assertThatThrownBy(() -> SqlFile.parse("x", header("none") + "SELECT :a"))
                .hasMessageContaining(":a is not in the header");
        assertThatThrownBy(() -> SqlFile.parse("x", header("a bigint") + "SELECT ':a'"))
                .hasMessageContaining(":a is not used");
        assertThatThrownBy(() -> SqlFile.parse("x", "-- naem: x\n" + header("none") + "SELECT 1"))
                .hasMessageContaining("unknown header key 'naem'");
    }

    private static String header(String params) {
        return "-- name: x\n-- reads: none\n-- params: " + params
                + "\n-- columns: none\n-- since: 13\n-- permission: none\n";
    }
}
