package io.tidegate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.app.doctor.ImportEstimate;
import io.tidegate.sqlserver.capability.ServiceTier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words of {@code tidegate doctor}. Mutations seen to break it: always the plural; always hours; a heading without words. */
class DoctorPageTest {
    @Test
    void givenOneSliceOfNoTime_whenSummed_thenItIsNoPluralAndNoZeroHours() {
        assertThat(DoctorPage.sum(estimate(1, 1, 0.02)))
                .isEqualTo(
                        "In all 1 interval, 2.0 MB in 1 slice: 3.0 s of heavy time, 4.0 s of CPU there; within its budget"
                                + " less than 6 minutes, held back most by cadence.");
        assertThat(DoctorPage.sum(estimate(20, 3, 0.1)))
                .contains("20 intervals", "3 slices", "within its budget about 0.1 hours");
    }

    @Test
    void givenATierOfWhichNothingIsSaid_whenShown_thenThereIsNoHeading() {
        assertThat(DoctorPage.tier(new ServiceTier("", "", 0))).isEmpty();
        assertThat(DoctorPage.tier(new ServiceTier("Standard", "S3", 0))).contains("Azure SQL Database: Standard S3");
    }

    private static ImportEstimate estimate(long intervals, long slices, double hours) {
        return new ImportEstimate(List.of(), intervals, 2, slices, 3, 4, hours, "cadence", List.of(), false);
    }
}
