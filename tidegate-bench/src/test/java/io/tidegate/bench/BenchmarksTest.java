package io.tidegate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.app.Main;
import io.tidegate.core.incident.Incident;
import io.tidegate.web.http.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/**
 * Each benchmark once, as small as it goes: that it runs, and prints its table. Times and ratios are asserted nowhere; that
 * the overlap is 2 without the gate and 1 with it is.
 */
class BenchmarksTest {

    private record Ran(int exitCode, String out, String err) {
        /** The row whose first cell is that, or else begins with it. */
        List<String> row(String first) {
            List<List<String>> rows = out.lines()
                    .filter(line -> line.startsWith("| " + first))
                    .map(line -> List.of(line.substring(1).split("\\|", -1)).stream()
                            .map(String::strip)
                            .toList())
                    .toList();
            return rows.stream()
                    .filter(row -> row.getFirst().equals(first))
                    .findFirst()
                    .or(() -> rows.stream().findFirst())
                    .orElseThrow(() -> new AssertionError("no row '" + first + "' in\n" + out + err));
        }
    }

    private static Ran run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = BenchMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exit = line.execute(args);
        return new Ran(exit, out.toString(), err.toString());
    }

    @Test
    void givenNoName_whenRun_thenEveryBenchmarkIsListed() {
        Ran ran = run();

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).contains("lease", "import", "overlap", "memory", "cost", "firstrow", "simulator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "import", "overlap", "memory", "cost", "firstrow", "simulator"})
    void givenHelp_whenRun_thenItIsShownAndNothingIsMeasured(String name) {
        Ran ran = run(name, "--help");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out()).contains("Usage: tidegate bench " + name).doesNotContain("machine");
    }

    /** Mutation seen to break it: a table that is printed as it comes. */
    @Test
    void givenJson_whenRun_thenOneDocumentHoldsMachineTablesAndNotes() {
        Ran ran = run("lease", "--rounds", "1", "--json");

        JsonNode all = Json.mapper().readTree(ran.out());
        assertThat(ran.exitCode()).isZero();
        assertThat(all.get("benchmark").asString()).isEqualTo("lease");
        assertThat(all.get("holds").asBoolean()).isTrue();
        assertThat(all.get("measuredOn").get("command").asString())
                .isEqualTo("./tidegate bench lease --rounds 1 --json");
        JsonNode table = all.get("tables").get(0);
        assertThat(table.get("columns").get(0).asString()).isEqualTo("operation");
        assertThat(table.get("rows"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row).hasSize(table.get("columns").size()));
    }

    @Test
    void givenUnknownName_whenRun_thenTheNearestIsNamed() {
        Ran ran = run("overlop");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("'overlop'", "did you mean 'overlap'?");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void givenOptionOutOfRange_whenRun_thenOptionAndRuleAreNamed() {
        Ran ran = run("import", "--rows", "7");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("--rows must be 1250 to 40000000, was 7");
        assertThat(run("import", "--lease-mb", "0").err()).contains("--lease-mb must be 1 to 2048, was 0");
    }

    @Test
    void givenOneRound_whenLeaseIsMeasured_thenItStandsBesideItsBaseline() {
        Ran ran = run("lease", "--rounds", "1", "--operations", "1000");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("machine  ", "command  ./tidegate bench lease --rounds 1 --operations 1000");
        assertThat(ran.row("lease: acquire and close")).hasSize(6);
        assertThat(ran.row("compare-and-set pair")).hasSize(6);
    }

    @Test
    @Incident(112)
    void givenFewRowsAndPlans_whenImportIsMeasured_thenAllOfThemAreImportedAndDrained() {
        Ran ran = run("import", "--rows", "2500", "--plans", "20", "--no-warm-up");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(Long.parseLong(ran.row("runtime rows").get(1))).isBetween(2_000L, 3_000L);
        assertThat(Long.parseLong(ran.row("texts and plans").get(1))).isGreaterThan(20L);
        assertThat(ran.row("all of it")).hasSize(9);
        assertThat(ran.out()).contains("a plain loop for");
    }

    /** Fails with {@code gated ? standard : UnguardedRing} turned round in {@code Loops}: the rows change places. */
    @Test
    @Incident(5)
    void givenAStatementThatOutlivesItsDeadline_whenTheSiblingsTickComes_thenTwoRunWithoutTheGateAndOneWithIt() {
        Ran ran = run("overlap", "--mb", "1", "--intervals", "8", "--hours", "0");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.row("without the gate").subList(1, 3)).containsExactly("2", "2");
        assertThat(ran.row("with it").subList(1, 3)).containsExactly("1", "1");
        assertThat(megabytes(ran.row("without the gate"))).isBetween(1.9, 2.1);
        assertThat(megabytes(ran.row("with it"))).isBetween(0.95, 1.05);
    }

    /** The restored database of 1.3 GB in full: 128 MB and two statements without the gate, 64 MB and one with it. */
    @Test
    @Tag("proof")
    void givenARestoredDatabaseInFull_whenTheSiblingsTickComes_thenTwiceTheBytesAreInFlightWithoutTheGate() {
        Ran ran = run("overlap", "--hours", "0");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.row("without the gate").subList(1, 3)).containsExactly("2", "2");
        assertThat(ran.row("with it").subList(1, 3)).containsExactly("1", "1");
        assertThat(megabytes(ran.row("without the gate"))).isBetween(128 * 0.95, 128 * 1.05);
        assertThat(megabytes(ran.row("with it"))).isBetween(64 * 0.95, 64 * 1.05);
    }

    private static double megabytes(List<String> row) {
        return Double.parseDouble(row.get(3));
    }

    @Test
    void givenASmallCatalogue_whenMemoryIsMeasured_thenTheCollectorRanInAProcessOfItsOwn() {
        Ran ran = run("memory", "--rows", "2500", "--heap-mb", "256", "--limit", "300");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out()).contains("peak RSS MB");
        assertThat(ran.row("true")).as("import complete").hasSize(6);
    }

    @Test
    void givenAnImportThatIsNotComplete_whenMemoryIsMeasured_thenItHasShownNothingAndSaysSo() {
        Ran ran = run("memory", "--rows", "250000", "--heap-mb", "256", "--limit", "1");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isOne();
        assertThat(ran.row("false")).as("import complete").hasSize(6);
    }

    /** 800,000 rows and 0.75 GB of plans, through a heap of 512 MB. */
    @Test
    @Tag("proof")
    @Incident(1)
    void givenACatalogueLargerThanTheHeap_whenMemoryIsMeasured_thenAllOfItIsImportedWithinTheBound() {
        Ran ran = run("memory", "--heap-mb", "512", "--limit", "1800");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.row("true")).as("import complete").hasSize(6);
    }

    @Test
    void givenAnUnknownProfile_whenCostIsMeasured_thenThoseThatExistAreNamed() {
        Ran ran = run("cost", "--profiles", "12");

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("no profile '12'; there are 13, 14, 15, 16, 17, azure");
    }

    @Test
    void givenAHalfHourOf2016_whenCostIsMeasured_thenItStandsByStatementAndByNewRow() {
        Ran ran = run(
                "cost",
                "--profiles",
                "13",
                "--plans",
                "12",
                "--history-hours",
                "1",
                "--interval-minutes",
                "5",
                "--minutes",
                "30");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.row("runtime_stats_by_plan_13").get(1))
                .as("settled reads")
                .isEqualTo("6");
        assertThat(ran.row("obvious way").get(1)).isEqualTo("30");
        assertThat(ran.row("13, Tidegate")).hasSize(10);
        assertThat(ran.out()).contains("once MB");
    }

    @Test
    void givenTwoServers_whenTheSimulatorIsMeasured_thenEachLoadStandsBesideBareTcp() {
        Ran ran = run(
                "simulator",
                "--servers",
                "2",
                "--connections",
                "4",
                "--statements",
                "10",
                "--plans",
                "20",
                "--minutes",
                "10");

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.row("logins").get(1)).isEqualTo("4");
        assertThat(ran.row("statements").get(1)).isEqualTo("10");
        assertThat(Long.parseLong(ran.row("runtime rows").get(1))).isGreaterThan(1_000);
        assertThat(ran.row("plans").get(1)).isEqualTo("20");
        assertThat(ran.out()).contains("2 servers with 4 connections open: ");
    }

    @Test
    void givenTheDemo_whenTheFirstRowIsMeasured_thenItsPageHasRows() {
        String java = ProcessHandle.current().info().command().orElse("java");
        String starter = String.join(" ", java, "-cp", System.getProperty("java.class.path"), Main.class.getName());

        Ran ran = run("firstrow", "--rounds", "1", "--with", starter);

        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(Double.parseDouble(ran.row("1").get(3))).isPositive();
        assertThat(ran.out()).contains("first rows s");
    }
}
