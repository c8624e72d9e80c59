package io.sqlserversim.querystore.workload;

/**
 * What runs in each interval, as a pure function of (seed, epoch, interval, plan). Immutable, thread-safe.
 *
 * <p>A query's <em>content</em> decides its text, hashes, rate and costs; which slot, and so which id, a content has
 * differs from epoch to epoch, as it does on a server that hands its numbers out again after a CLEAR.
 */
public final class Workload {
    private static final double RATE_EXPONENT = -2.2;

    private final WorkloadSpec spec;
    private final String database;
    private final long seed;
    private final PlanLayout layout;
    private final long[] ratePerMinute1024;
    private final int shift;

    /**
     * A workload.
     *
     * @param spec what the application does
     * @param database the name that plans mention
     * @param seed decides everything that varies between two databases of one application
     */
    public Workload(WorkloadSpec spec, String database, long seed) {
        this.spec = spec;
        this.database = database;
        this.seed = Mix.of(seed, Mix.of(database));
        this.layout = new PlanLayout(spec);
        Manner manner = spec.manner();
        int rates = manner.lifetime() == 0 ? spec.queries() : manner.residents() + Math.min(manner.births(), 100);
        this.ratePerMinute1024 = new long[rates];
        for (int i = 0; i < ratePerMinute1024.length; i++) {
            ratePerMinute1024[i] = (long) (spec.hottestPerMinute() * 1024.0 * StrictMath.pow(i + 1.0, RATE_EXPONENT));
        }
        this.shift = sharesTexts() ? 8 * Math.max(1, spec.queries() / 16) : spec.queries() / 2;
    }

    /**
     * What the application does.
     *
     * @return the spec
     */
    public WorkloadSpec spec() {
        return spec;
    }

    /**
     * The database's name.
     *
     * @return as plans mention it
     */
    public String database() {
        return database;
    }

    /**
     * Which plan is whose.
     *
     * @return the layout
     */
    public PlanLayout layout() {
        return layout;
    }

    /**
     * A number that is this store's own.
     *
     * @param purpose keeps apart what the number is for
     * @return evenly spread
     */
    public long chance(long purpose) {
        return Mix.of(seed, purpose);
    }

    /** The content of a query in an epoch that began with a CLEAR, or with the store. */
    int contentOf(int epoch, int query) {
        return (int) ((query + (long) epoch * shift) % spec.queries());
    }

    /**
     * Whether every eighth query has the text of the one before, under other context settings.
     *
     * @return true where the number of queries is a multiple of 8
     */
    public boolean sharesTexts() {
        return spec.queries() % 8 == 0;
    }

    /**
     * The text's slot of a query's slot, and likewise the text's content of a query's content.
     *
     * @param query slot or content
     * @return slot or content of the text
     */
    public int textOf(int query) {
        return sharesTexts() ? query - (query + 1) / 8 : query;
    }

    /**
     * The first query with a text.
     *
     * @param text slot
     * @return slot
     */
    public int firstQueryOf(int text) {
        return sharesTexts() ? text + text / 7 : text;
    }

    /**
     * The order in which size-based clean-up takes queries: the cheapest first; where they come and go, the oldest.
     *
     * @param query slot
     * @param content of the query
     * @return 0 to the number of queries less one
     */
    public int cleanUpRank(int query, int content) {
        int residents = spec.manner().residents();
        boolean passes = spec.manner().lifetime() > 0 && query >= residents;
        return passes ? query - residents : spec.queries() - 1 - (residents > 0 ? query : content);
    }

    /**
     * Whether clean-up by age takes the rows of a query one run before it takes the interval.
     *
     * @param content of the query
     * @return true for the cheaper half
     */
    public boolean isCheap(int content) {
        return content >= spec.queries() / 2;
    }

    /**
     * The first plan slot, at or above another, that may run in an interval.
     *
     * @param ordinal of the interval in its epoch
     * @param from slot
     * @return slot
     */
    public int candidate(long ordinal, int from) {
        Manner manner = spec.manner();
        if (manner.lifetime() > 0 && from >= manner.residents()) {
            long dead = ordinal - manner.lifetime();
            return Math.max(from, dead < 0 ? manner.residents() : layout.bornPlans(dead));
        }
        return from + (int) Math.floorMod(ordinal - from, (long) spec.activeOneIn());
    }

    /**
     * The last interval in which a plan may run.
     *
     * @param plan slot
     * @return ordinal of the interval in its epoch; {@link Long#MAX_VALUE} when there is none
     */
    public long lastOrdinal(int plan) {
        Manner manner = spec.manner();
        boolean passes = manner.lifetime() > 0 && plan >= manner.residents();
        return passes ? layout.birthOf(plan) + manner.lifetime() - 1 : Long.MAX_VALUE;
    }

    /**
     * How often a plan runs in an interval.
     *
     * @param meaning what the ids mean
     * @param branch the number of the epoch in which it was captured
     * @param ordinal of the interval in its epoch
     * @param minuteOfDay of the interval's start, UTC
     * @param minutes its length
     * @param plan slot, born and a candidate
     * @param into gets the answer
     */
    public void run(Meaning meaning, int branch, long ordinal, int minuteOfDay, long minutes, int plan, PlanRun into) {
        int query = layout.queryOf(plan);
        into.content = meaning.contentOf(this, query);
        into.ordinal = layout.ordinalOf(plan);
        into.variant = meaning.variantOf(this, plan);
        into.mixed = Mix.of(seed + branch, ordinal, plan);
        into.writes = StatementText.writes(Variants.parentOf(this, into.content));
        long regular = Variants.isParent(this, into.content)
                ? 0
                : regular(into, plan, share(into, ordinal, query), minuteOfDay, minutes);
        boolean fails = regular > 0 && Mix.below(into.mixed, 17, 1000) < spec.failuresPerMille();
        into.executions[0] = regular;
        into.executions[1] = fails && (into.mixed & 1) == 0 ? 1 + (into.mixed >>> 1 & 1) : 0;
        into.executions[2] = fails && (into.mixed & 3) != 0 ? 1 + (into.mixed >>> 2 & 3) : 0;
    }

    private long regular(PlanRun run, int plan, int share, int minuteOfDay, long minutes) {
        int rate = rateIndex(run, plan);
        if (rate >= ratePerMinute1024.length) {
            return 1L + Mix.below(run.mixed, 30, 3);
        }
        long noise = 192 + (run.mixed >>> 8 & 127);
        long expected1024 = ratePerMinute1024[rate] * minutes * load(minuteOfDay) / 256 * noise / 256 * share / 256;
        long whole = expected1024 >> 10;
        long executions = whole + ((run.mixed >>> 20 & 1023) < (expected1024 & 1023) ? 1 : 0);
        return spec.activeOneIn() > 1 ? executions + 1 + Mix.below(run.mixed, 30, 200) : executions;
    }

    private int rateIndex(PlanRun run, int plan) {
        Manner manner = spec.manner();
        if (manner.lifetime() == 0) {
            return run.content;
        }
        int residents = manner.residents();
        return plan < residents ? plan : residents + (plan - residents) % manner.births();
    }

    /** The share, in 256ths, of its query's executions that a plan gets. */
    private int share(PlanRun run, long ordinal, int query) {
        if (!spec.planFlips()) {
            return 256;
        }
        int born = layout.plansOf(query, layout.bornPlans(ordinal));
        int chosen = run.content == 0 ? Math.min(1, born - 1) : chosen(run.content, ordinal, born);
        boolean sensitive = run.content % 4 == 1 && born > 1;
        if (run.ordinal == chosen) {
            return sensitive ? 208 : 256;
        }
        return sensitive && (run.mixed >>> 50 & 3) == 0 ? 48 : 0;
    }

    private int chosen(int content, long ordinal, int born) {
        int length = spec.manner().regime();
        long regime = ordinal / (length > 0 ? length : 23 + Mix.below(Mix.of(content), 0, 40));
        return Mix.below(Mix.of(seed, content, regime), 0, born);
    }

    /** 256 at 15:00, 80 at 3:00. */
    private static long load(int minuteOfDay) {
        int distance = Math.abs(Math.floorMod(minuteOfDay - 180, 1440) - 720);
        return 256 - distance * 176L / 720;
    }
}
