package io.tidegate.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidegate.collector.CollectorSettings;
import io.tidegate.core.budget.HeavyBudget;
import io.tidegate.core.gate.LeaseEnding;
import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.sqlserver.read.StoreSizes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The reckoning, by hand. */
class ImportEstimateTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");
    private static final Offset<Double> EXACT = within(1e-9);
    private static final CollectorSettings BUDGETED = CollectorSettings.LITE.costing(HeavyBudget.STANDARD);

    /** All of it rows. */
    private static SourceHistory history(String database, long settled, long held, long mb) {
        return history(database, settled, held, mb, rows(mb));
    }

    /** As many rows as fit, and the rest text. */
    private static StoreSizes rows(long mb) {
        long rows = (mb << 20) / 619;
        return new StoreSizes(rows, 0, 0, 0, (mb << 20) - rows * 619);
    }

    private static SourceHistory history(
            String database, long settled, long held, long mb, @Nullable StoreSizes sizes) {
        QueryStoreOptions options = new QueryStoreOptions(2, 0, 900, 60, 30, mb, 1000, true);
        return new SourceHistory(database, options, settled, 0, NOW.minus(Duration.ofDays(30)), held, sizes);
    }

    /** Fails with a benchmark that was measured anew while the estimate still reckons with the old one. */
    @Test
    void givenTheFigureOfTheBenchmarks_whenNothingIsMeasuredHere_thenItIsTheOneThatThePageHas() throws Exception {
        Path page = Path.of(System.getProperty("tidegate.root", ".."), "docs", "benchmarks.md");
        List<String> lines = Files.readAllLines(page);
        String row = lines.subList(lines.indexOf("## import"), lines.size()).stream()
                .filter(line -> line.startsWith("| all of it"))
                .findFirst()
                .orElseThrow();
        String rate = row.split("\\|", -1)[6].strip();

        assertThat(ImportRate.DOCUMENTED.mbPerSecond() * (1 << 20))
                .isCloseTo(Double.parseDouble(rate) * 1e6, within(1.0));
        assertThat(ImportRate.DOCUMENTED.from()).startsWith(rate + " million bytes a second");
    }

    private static LeaseRow<String> lease(Purpose purpose, long seconds, long mb, long cpuMs) {
        return new LeaseRow<>(
                "s",
                purpose,
                "d",
                null,
                null,
                "n",
                51,
                NOW,
                NOW,
                NOW.plusSeconds(seconds),
                LeaseEnding.RELEASED,
                null,
                false,
                1,
                mb << 20,
                cpuMs,
                0,
                0,
                false,
                "");
    }

    @Test
    void givenASlowServer_whenReckoned_thenItsHeavyTimeHoldsItBack() {
        ImportRate rate = new ImportRate(2, 0.5, true, "");

        ImportEstimate estimate = ImportEstimate.of(
                List.of(history("a", 720, 0, 600), history("b", 720, 360, 200)), rate, BUDGETED, 4, true);

        assertThat(estimate.intervals()).isEqualTo(720 + 360);
        assertThat(estimate.mb()).isCloseTo(700, EXACT);
        assertThat(estimate.heavySeconds()).isCloseTo(350, EXACT);
        assertThat(estimate.cpuSeconds()).isCloseTo(175, EXACT);
        assertThat(estimate.databases().getFirst().slices())
                .as("300 s in slices of 30 s are more than 600 MB in slices of 64 MB or 100,000 rows")
                .isEqualTo(11);
        assertThat(estimate.hours()).as("of 30 s the backfill may use 70 %").isCloseTo(350 / 21.0, EXACT);
        assertThat(estimate.heldBackBy()).isEqualTo("21.0 s of heavy time an hour");
    }

    @Test
    void givenAServerWithOneCore_whenReckoned_thenItsCpuHoldsItBack() {
        ImportEstimate estimate = ImportEstimate.of(
                List.of(history("a", 720, 0, 640)), new ImportRate(8, 1, true, ""), BUDGETED, 1, false);

        assertThat(estimate.hours()).as("0.2 % of a core are 7.2 s").isCloseTo(80 / (7.2 * 0.7), EXACT);
        assertThat(estimate.heldBackBy()).isEqualTo("5.0 s of CPU an hour");
        assertThat(estimate.from()).last().asString().contains("assumed");
    }

    @Test
    void givenAFastServer_whenReckoned_thenTheCadenceOfTheLargestDatabaseHoldsItBack() {
        ImportEstimate estimate = ImportEstimate.of(
                List.of(history("a", 720, 0, 640), history("b", 720, 0, 64)),
                new ImportRate(1000, 0.1, true, ""),
                CollectorSettings.LITE,
                4,
                true);

        assertThat(estimate.databases().getFirst().slices())
                .as("640 MB are 1.08 million rows")
                .isEqualTo(11);
        assertThat(estimate.hours()).isCloseTo(11 * 300 / 3600.0, EXACT);
        assertThat(estimate.heldBackBy()).isEqualTo("one slice of a database every 300 s");
    }

    @Test
    void givenAStoreFullOfPlans_whenItsPartsAreTold_thenTheyCountAsTheyCrossTheWire() {
        StoreSizes sizes = new StoreSizes(100_000, 40_000, 90L << 20, 2L << 20, 8L << 20);

        ImportEstimate estimate = ImportEstimate.of(
                List.of(history("a", 720, 360, 165, sizes)), new ImportRate(8, 1, true, ""), BUDGETED, 4, true);

        double rows = 100_000 * 619.0 / (1 << 20);
        assertThat(estimate.mb()).isCloseTo((rows + 2 + 8 + 90 * 14) / 2, EXACT);
        assertThat(estimate.databases().getFirst().planMb()).isCloseTo(90 * 14 / 2.0, EXACT);
        assertThat(estimate.databases().getFirst().isCounted()).isTrue();
        assertThat(estimate.from().getFirst()).contains("rows and pages of Query Store's own tables", "14 times");
        assertThat(estimate.from()).noneMatch(from -> from.contains("current_storage_size_mb"));
    }

    @Test
    void givenALoginThatIsNotToldTheParts_whenReckoned_thenHalfIsTakenForPlansAndThatIsSaid() {
        ImportEstimate estimate = ImportEstimate.of(
                List.of(history("a", 720, 0, 100, null), history("b", 720, 0, 10)),
                ImportRate.DOCUMENTED,
                BUDGETED,
                4,
                true);

        assertThat(estimate.databases().getFirst().mb()).isCloseTo(50 + 50 * 14, EXACT);
        assertThat(estimate.databases().getFirst().isCounted()).isFalse();
        assertThat(estimate.from())
                .anyMatch(
                        from -> from.startsWith("size of a: current_storage_size_mb, half of which is taken for plans")
                                && from.contains("VIEW DEFINITION"))
                .anyMatch(from -> from.startsWith("size: rows and pages"));
    }

    @Test
    void givenNothingMissing_whenReckoned_thenNothingIsNeeded() {
        ImportEstimate estimate = ImportEstimate.of(
                List.of(history("a", 720, 720, 640), history("b", 0, 0, 5)), ImportRate.DOCUMENTED, BUDGETED, 4, true);

        assertThat(estimate.slices()).isZero();
        assertThat(estimate.mb()).isZero();
        assertThat(estimate.hours()).isZero();
    }

    @Test
    void givenLeasesOfTheBackfill_whenTheyReadEnough_thenTheyAreTheRate() {
        List<LeaseRow<String>> leases = List.of(
                lease(Purpose.BACKFILL, 10, 64, 2_500),
                lease(Purpose.BACKFILL, 6, 0, 100),
                lease(Purpose.TICK, 5, 1, 5_000),
                lease(Purpose.BACKFILL, 6, 64, 1_500));

        ImportRate rate = ImportRate.of(leases);

        assertThat(rate.mbPerSecond()).isCloseTo(8, EXACT);
        assertThat(rate.cpuPerSecond()).isCloseTo(0.25, EXACT);
        assertThat(rate.isMeasured()).isTrue();
        assertThat(rate.from()).contains("8.0 MB/s", "2 backfill leases with 128.0 MB");
    }

    @Test
    void givenLeasesThatReadNearlyNothing_whenAsked_thenTheDocumentedRateStands() {
        assertThat(ImportRate.of(List.of(lease(Purpose.BACKFILL, 10, 0, 10)))).isEqualTo(ImportRate.DOCUMENTED);
        assertThat(ImportRate.of(List.of())).isEqualTo(ImportRate.DOCUMENTED);
    }
}
