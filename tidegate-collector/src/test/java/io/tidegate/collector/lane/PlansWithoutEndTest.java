package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.fleet.FleetSpec;
import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.incident.Incident;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An operator is told of a database whose statements have a plan each. Mutations seen to break it: recompiled plans that count as
 * new; nobody who counts.
 */
class PlansWithoutEndTest {
    @ParameterizedTest
    @CsvSource({"storm, true", "oltp, false"})
    @Incident(78)
    void givenAWorkload_whenItsPlansAreLookedAt_thenOneThatMakesThemWithoutEndIsNamedWithWhatToDo(
            String workload, boolean isTold) {
        try (CollectorFixture fixture =
                new CollectorFixture(FleetSpec.TEST.withWorkloads(workload).paced(1, 60, Duration.ofHours(2)))) {
            ServerLane lane = fixture.lane(CollectorFixture.settings(), 0, 0);
            for (int pass = 0; pass < 6; pass++) {
                lane.backfill();
                fixture.pass(Duration.ofMinutes(5));
            }

            String detail = lane.status().detail();
            assertThat(detail.contains("new plans in an hour")).as(detail).isEqualTo(isTold);
            if (isTold) {
                assertThat(detail)
                        .containsPattern(fixture.database() + ": made [1-9]\\d{3} new plans in an hour")
                        .contains("PARAMETERIZATION FORCED");
            }
            lane.close();
        }
    }
}
