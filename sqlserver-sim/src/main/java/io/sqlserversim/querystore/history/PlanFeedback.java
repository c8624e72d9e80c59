package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * What the server learned from the executions of a plan: given two intervals after the plan's birth, tried three
 * intervals later and judged after three more. Immutable; times in {@link Ticks}.
 *
 * @param id of the feedback
 * @param planId of the plan
 * @param feature 1 cardinality estimation, 2 memory grant, 3 degree of parallelism, 4 lock after qualification
 * @param data JSON
 * @param state 2 pending validation, 3 in validation; then 4 regressed, 5 passed or 7 valid
 * @param created when it was given
 * @param updated when it got its state
 */
public record PlanFeedback(long id, long planId, int feature, String data, int state, long created, long updated) {
    private static final int GROUP = 8;
    private static final int GIVEN = 2;
    private static final int TRIED = 5;
    private static final int JUDGED = 8;
    private static final int[] VERDICTS = {5, 4, 5, 7};
    private static final String[] DATA = {
        "{\"Feedback hints\":\"ASSUME_MIN_SELECTIVITY_FOR_FILTER_ESTIMATES\"}",
        "[{\"NodeId\":\"0\",\"AdditionalMemoryKB\":\"4096\"}]",
        "{\"LastGoodFeedback\":{\"dop\":\"4\",\"avg_cpu_time_ms\":\"1240\",\"avg_adj_elapsed_time_ms\":\"310\"},"
                + "\"BaselineStats\":{\"dop\":\"8\",\"avg_cpu_time_ms\":\"1610\",\"avg_adj_elapsed_time_ms\":\"305\"}}",
        "{\"LAQ\":\"DISABLED\"}"
    };

    /**
     * All feedback of a store: on the plans of queries with content 8n + 5, where the workload is adaptive.
     *
     * @param moment the store at the instant of the scan
     * @return by id
     */
    public static List<PlanFeedback> of(Moment moment) {
        Workload workload = moment.workload();
        List<PlanFeedback> all = new ArrayList<>();
        int plans = workload.spec().manner().adaptive() ? moment.plans() : 0;
        for (int plan = 0; plan < plans; plan++) {
            int query = workload.layout().queryOf(plan);
            int content = moment.contentOf(query);
            long created = started(moment, plan, GIVEN);
            boolean given = content % GROUP == GROUP - 3 && created <= moment.now();
            if (given && !moment.isRemoved(query) && !moment.isPlanRemoved(plan)) {
                all.add(of(moment, plan, content / GROUP % DATA.length, created));
            }
        }
        return all;
    }

    private static PlanFeedback of(Moment moment, int plan, int kind, long created) {
        long tried = started(moment, plan, TRIED);
        long judged = started(moment, plan, JUDGED);
        int state = 2;
        long updated = created;
        if (judged <= moment.now()) {
            state = VERDICTS[plan / GROUP % VERDICTS.length];
            updated = judged;
        } else if (tried <= moment.now()) {
            state = 3;
            updated = tried;
        }
        return new PlanFeedback(plan + 1L, moment.planIds().idOf(plan), kind + 1, DATA[kind], state, created, updated);
    }

    /** When an interval began, so many after the plan's birth; in the far future when that is not known. */
    private static long started(Moment moment, int plan, int age) {
        return moment.startOfOrdinal(moment.workload().layout().birthOf(plan) + age);
    }
}
