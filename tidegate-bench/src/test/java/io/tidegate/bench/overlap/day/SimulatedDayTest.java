package io.tidegate.bench.overlap.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.bench.run.Report;
import io.tidegate.core.gate.Purpose;
import io.tidegate.core.incident.Incident;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long each loop is kept out by the other, in virtual time: no number here depends on the machine.
 *
 * <p>Mutation that breaks it: a loop that was refused and comes back at its next point but one ({@code LoopDriver}); both
 * medians double.
 */
class SimulatedDayTest {
    private static final long SEED = 7;

    @TempDir
    Path folder;

    @Test
    @Incident({63, 65})
    void givenAnHourOfCollisions_whenALoopIsRefused_thenItIsGrantedAtItsNextTurnInTheMedian() throws Exception {
        assertThatAllHolds(DayPlan.brief(Duration.ofHours(1), SEED));
    }

    @Test
    @Tag("proof")
    void givenADayOfCollisions_whenALoopIsRefused_thenItIsGrantedAtItsNextTurnInTheMedianAndNeitherStarves()
            throws Exception {
        assertThatAllHolds(DayPlan.full(Duration.ofDays(1), SEED));
    }

    private void assertThatAllHolds(DayPlan plan) throws Exception {
        try (SimulatedDay day = new SimulatedDay(plan, folder.resolve("store"))) {
            DayFigures figures = day.run();
            StringWriter table = new StringWriter();
            figures.print(Report.text(new PrintWriter(table)));

            assertThat(figures.broken()).as(table.toString()).isEmpty();
            for (Purpose loop : new Purpose[] {Purpose.TICK, Purpose.BACKFILL}) {
                assertThat(figures.all(loop).deferrals()).as(table.toString()).isPositive();
            }
        }
    }
}
