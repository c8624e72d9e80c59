package io.sqlserversim.querystore.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanLayoutTest {
    @ParameterizedTest
    @CsvSource({"40, 60", "6, 9", "1, 5", "10000, 12500", "2, 7", "17, 100"})
    void givenPlans_whenMappedToQueriesAndBack_thenTheSame(int queries, int plans) {
        WorkloadSpec spec =
                new WorkloadSpec("t", "t", queries, plans, 1, 3, 0, 0, 1, true, 0, 10, PlanSizes.fixed(6_000));
        PlanLayout layout = new PlanLayout(spec);
        int[] count = new int[queries];
        for (int plan = 0; plan < plans; plan++) {
            int query = layout.queryOf(plan);
            assertThat(layout.planAt(query, layout.ordinalOf(plan))).isEqualTo(plan);
            count[query]++;
            assertThat(layout.bornPlans(layout.birthOf(plan))).isGreaterThan(plan);
            if (plan > 0) {
                assertThat(layout.bornPlans(layout.birthOf(plan) - 1)).isLessThanOrEqualTo(plan);
            }
        }
        for (int query = 0; query < queries; query++) {
            assertThat(layout.plansOf(query, plans)).isEqualTo(count[query]).isPositive();
        }
    }
}
