package io.sqlserversim.querystore.workload;

/**
 * Which plan belongs to which query and when each appears, in arithmetic instead of tables. A slot is an id less one:
 * plan slots below the number of queries are each query's first plan, the others are dealt out over the queries in a
 * scattered order. Ids ascend with the time of birth. Immutable.
 */
public final class PlanLayout {
    private final int queries;
    private final int plans;
    private final int initial;
    private final int spacing;
    private final int births;
    private final int step;
    private final int inverse;

    PlanLayout(WorkloadSpec spec) {
        this.queries = spec.queries();
        this.plans = spec.plans();
        this.initial = spec.initialPlans();
        this.spacing = spec.birthSpacing();
        this.births = spec.manner().births();
        this.step = coprime(queries);
        this.inverse = inverse(step, queries);
    }

    private static int coprime(int n) {
        int candidate = Math.max(1, (int) (n * 0.618));
        while (gcd(candidate, n) != 1) {
            candidate++;
        }
        return candidate;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static int inverse(int a, int n) {
        for (int x = 1; x < n; x++) {
            if ((long) a * x % n == 1) {
                return x;
            }
        }
        return 0; // n is 1
    }

    /**
     * The query of a plan.
     *
     * @param plan slot
     * @return slot
     */
    public int queryOf(int plan) {
        return plan < queries ? plan : (int) ((long) (plan - queries) * step % queries);
    }

    /**
     * The how-manieth plan of its query a plan is.
     *
     * @param plan slot
     * @return 0 for the first
     */
    public int ordinalOf(int plan) {
        return plan < queries ? 0 : 1 + (plan - queries) / queries;
    }

    /**
     * A plan of a query.
     *
     * @param query slot
     * @param ordinal 0 for its first plan
     * @return slot; at or above the number of plans when it has not so many
     */
    public int planAt(int query, int ordinal) {
        return ordinal == 0 ? query : queries + (ordinal - 1) * queries + (int) ((long) query * inverse % queries);
    }

    /**
     * How many of the first plan slots belong to a query.
     *
     * @param query slot
     * @param born number of plan slots to look at
     * @return 0 or more
     */
    public int plansOf(int query, int born) {
        int count = 0;
        while (planAt(query, count) < born) {
            count++;
        }
        return count;
    }

    /**
     * How many plans exist in an interval.
     *
     * @param ordinal of the interval in its epoch
     * @return slots below this are born
     */
    public int bornPlans(long ordinal) {
        return (int) Math.min(plans, initial + ordinal / spacing * births);
    }

    /**
     * How many queries exist in an interval.
     *
     * @param ordinal of the interval in its epoch
     * @return slots below this are born
     */
    public int bornQueries(long ordinal) {
        return Math.min(queries, bornPlans(ordinal));
    }

    /**
     * The interval in which a plan appears.
     *
     * @param plan slot
     * @return ordinal of the interval in its epoch
     */
    public long birthOf(int plan) {
        return plan < initial ? 0 : (long) ((plan - initial) / births + 1) * spacing;
    }
}
