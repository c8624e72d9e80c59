package io.sqlserversim.querystore.history;

import io.sqlserversim.querystore.workload.PlanLayout;
import io.sqlserversim.querystore.workload.PlanRun;
import io.sqlserversim.querystore.workload.PlanSizes;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How large a store is on disk, from the costs per row that a public toolbox measured (653 bytes a runtime row, 549 a
 * plan beside its XML, 409 a query) and XML compressed to a seventh. Stateless.
 */
public final class StorageEstimate {
    private static final int SAMPLES = 16; // to 32, at ids that stay the same until there are twice as many
    private static final long RUNTIME_ROW = 653;
    private static final long PLAN = 549;
    private static final long QUERY = 409;
    private static final long TEXT = 54 + 500;
    private static final long COMPRESSION = 7;

    private StorageEstimate() {}

    /**
     * The size of a store.
     *
     * @param moment the store at an instant
     * @return MB, at least 1 when it holds anything
     */
    public static long megabytes(Moment moment) {
        return (bytes(moment) + (1 << 20) - 1) >> 20;
    }

    /**
     * One of the tables that a store is kept in.
     *
     * @param table its name in {@code sys.internal_tables}
     * @param internalType its type there
     * @param rows how many it has
     * @param bytes what they take on disk
     */
    public record Part(String table, int internalType, long rows, long bytes) {}

    static long bytes(Moment moment) {
        return parts(moment).stream().mapToLong(Part::bytes).sum();
    }

    /**
     * The tables that count.
     *
     * @param moment the store at an instant
     * @return texts, queries, plans and runtime stats; waits are not reckoned
     */
    public static List<Part> parts(Moment moment) {
        long intervals = Math.max(0, moment.lastId() - moment.firstId() + 1);
        PlanSizes sizes = moment.workload().spec().planSizes();
        long perPlan = PLAN + (sizes.median() + (sizes.p95() - sizes.median()) / 4) / 2 / COMPRESSION;
        long runtime = rowsPerInterval(moment, intervals) * intervals;
        long plans = plans(moment);
        long queries = queries(moment);
        return List.of(
                new Part("plan_persist_query_text", 240, queries, queries * TEXT),
                new Part("plan_persist_query", 241, queries, queries * QUERY),
                new Part("plan_persist_plan", 242, plans, plans * perPlan),
                new Part("plan_persist_runtime_stats", 243, runtime, runtime * RUNTIME_ROW));
    }

    private static long queries(Moment moment) {
        int queries = moment.queries();
        if (moment.epoch().cleanings().isEmpty()) {
            return queries;
        }
        return IntStream.range(0, queries)
                .filter(query -> !moment.isRemoved(query))
                .count();
    }

    private static long plans(Moment moment) {
        int plans = moment.plans();
        if (moment.epoch().cleanings().isEmpty()) {
            return plans;
        }
        PlanLayout layout = moment.workload().layout();
        return IntStream.range(0, plans)
                .filter(plan -> !moment.isRemoved(layout.queryOf(plan)))
                .count();
    }

    private static long rowsPerInterval(Moment moment, long intervals) {
        PlanRuns runs = new PlanRuns(moment);
        long spacing = Math.max(1, Long.highestOneBit(Math.max(1, intervals)) / SAMPLES);
        long samples = 0;
        long rows = 0;
        for (long id = (moment.firstId() + spacing - 1) / spacing * spacing; id <= moment.lastId(); id += spacing) {
            StoredInterval interval = moment.interval(id);
            samples++;
            if (interval == null) {
                continue;
            }
            runs.enter(interval, ReplicaGroup.LOCAL, 0, Integer.MAX_VALUE - 1);
            while (runs.advance()) {
                for (int type = 0; type < PlanRun.TYPE_COUNT; type++) {
                    rows += runs.windows() > 0 && runs.run(0).executions(type) > 0 ? 1 : 0;
                }
            }
        }
        return samples == 0 ? 0 : rows / samples;
    }
}
