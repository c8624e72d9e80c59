package io.sqlserversim.querystore.workload;

/**
 * What an application does to its database. Immutable. Two databases with the same application name run the same
 * queries: their query and plan hashes agree.
 *
 * @param name of the preset, for reports
 * @param application decides texts and hashes
 * @param queries distinct queries, 1 or more
 * @param plans distinct plans over all queries, at least as many
 * @param initialPlans plans (and with them queries) known since the history's beginning, 1 to {@code plans}
 * @param birthSpacing the others appear, {@link Manner#births} at once, this many intervals apart
 * @param historyIntervals intervals that already lie behind at first start, 0 or more
 * @param idlePerBlock of 32 intervals this many, in a row, see no execution and get no row; 0 to 16
 * @param activeOneIn of so many plans one runs in an interval, in turn; 1 leaves it to rates and plan flips
 * @param planFlips whether a query uses one plan for a while, then another
 * @param failuresPerMille chance that a plan's interval also has aborted or failed executions
 * @param hottestPerMinute executions of the busiest query, 8 or more, so that it runs in every interval
 * @param planSizes how large plans are
 * @param manner how it behaves beside
 */
public record WorkloadSpec(
        String name,
        String application,
        int queries,
        int plans,
        int initialPlans,
        int birthSpacing,
        int historyIntervals,
        int idlePerBlock,
        int activeOneIn,
        boolean planFlips,
        int failuresPerMille,
        int hottestPerMinute,
        PlanSizes planSizes,
        Manner manner) {
    /**
     * A steady workload.
     *
     * @param name of the preset, for reports
     * @param application decides texts and hashes
     * @param queries distinct queries, 1 or more
     * @param plans distinct plans over all queries, at least as many
     * @param initialPlans plans known since the history's beginning
     * @param birthSpacing the others appear one by one, this many intervals apart
     * @param historyIntervals intervals that already lie behind at first start
     * @param idlePerBlock of 32 intervals this many see no execution
     * @param activeOneIn of so many plans one runs in an interval
     * @param planFlips whether a query uses one plan for a while, then another
     * @param failuresPerMille chance that a plan's interval also has aborted or failed executions
     * @param hottestPerMinute executions of the busiest query
     * @param planSizes how large plans are
     */
    public WorkloadSpec(
            String name,
            String application,
            int queries,
            int plans,
            int initialPlans,
            int birthSpacing,
            int historyIntervals,
            int idlePerBlock,
            int activeOneIn,
            boolean planFlips,
            int failuresPerMille,
            int hottestPerMinute,
            PlanSizes planSizes) {
        this(
                name,
                application,
                queries,
                plans,
                initialPlans,
                birthSpacing,
                historyIntervals,
                idlePerBlock,
                activeOneIn,
                planFlips,
                failuresPerMille,
                hottestPerMinute,
                planSizes,
                Manner.STEADY);
    }

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming the component and its rule
     */
    public WorkloadSpec {
        require(queries >= 1 && plans >= queries, "plans must be at least queries, queries at least 1");
        require(initialPlans >= 1 && initialPlans <= plans, "initialPlans must be 1 to plans");
        require(birthSpacing >= 1, "birthSpacing must be at least 1");
        require(historyIntervals >= 0, "historyIntervals must not be negative");
        require(idlePerBlock >= 0 && idlePerBlock <= 16, "idlePerBlock must be 0 to 16");
        require(activeOneIn >= 1 && activeOneIn <= initialPlans, "activeOneIn must be 1 to initialPlans");
        require(hottestPerMinute >= 8, "hottestPerMinute must be at least 8");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * {@link Preset#OLTP}: 40 queries with 60 plans, of which 25 to 50 run in an interval; three hours of history at one
     * minute; and a query (id 1) that turns slow 98 intervals after the beginning.
     *
     * @param application decides texts and hashes
     * @return the workload
     */
    public static WorkloadSpec oltp(String application) {
        return Preset.OLTP.spec(application, 60);
    }

    /**
     * {@link Preset#BIG}: 800,000 rows and 0.75 GB of plans.
     *
     * @param application decides texts and hashes
     * @return the workload
     */
    public static WorkloadSpec big(String application) {
        return Preset.BIG.spec(application, 60);
    }

    /**
     * {@link Preset#SMALL}, for tests.
     *
     * @param application decides texts and hashes
     * @return the workload
     */
    public static WorkloadSpec small(String application) {
        return Preset.SMALL.spec(application, 60);
    }

    /**
     * A preset by its name, for intervals of 60 minutes.
     *
     * @param preset one of {@link Preset#names}
     * @param application decides texts and hashes
     * @return the workload
     * @throws IllegalArgumentException when there is no such preset; names those that exist
     */
    public static WorkloadSpec preset(String preset, String application) {
        return Preset.named(preset).spec(application, 60);
    }

    /**
     * With another depth of history.
     *
     * @param intervals that already lie behind at first start
     * @return a copy
     */
    public WorkloadSpec withHistory(int intervals) {
        return new WorkloadSpec(
                name,
                application,
                queries,
                plans,
                initialPlans,
                birthSpacing,
                intervals,
                idlePerBlock,
                activeOneIn,
                planFlips,
                failuresPerMille,
                hottestPerMinute,
                planSizes,
                manner);
    }

    /**
     * With plans of other sizes.
     *
     * @param sizes the distribution
     * @return a copy
     */
    public WorkloadSpec withPlanSizes(PlanSizes sizes) {
        return new WorkloadSpec(
                name,
                application,
                queries,
                plans,
                initialPlans,
                birthSpacing,
                historyIntervals,
                idlePerBlock,
                activeOneIn,
                planFlips,
                failuresPerMille,
                hottestPerMinute,
                sizes,
                manner);
    }

    /**
     * In another manner.
     *
     * @param other how it behaves beside
     * @return a copy
     */
    public WorkloadSpec withManner(Manner other) {
        return new WorkloadSpec(
                name,
                application,
                queries,
                plans,
                initialPlans,
                birthSpacing,
                historyIntervals,
                idlePerBlock,
                activeOneIn,
                planFlips,
                failuresPerMille,
                hottestPerMinute,
                planSizes,
                other);
    }
}
