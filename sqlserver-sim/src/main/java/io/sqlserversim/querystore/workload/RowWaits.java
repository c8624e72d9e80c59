package io.sqlserversim.querystore.workload;

/**
 * What the executions of a plan waited for: the part of the duration that was not spent on a processor, dealt out over
 * one to four wait categories of the plan's own. Confined to one thread and used again for the next plan.
 */
public final class RowWaits {
    private static final int[] CATEGORIES = {1, 3, 4, 5, 6, 12, 14, 15, 16, 17, 21};

    private final int[] categories = new int[4];
    private final int[] shares = new int[4];
    private int count;

    /** No plan yet. */
    public RowWaits() {}

    /**
     * Turns to a plan.
     *
     * @param workload whose
     * @param run the plan in its interval
     */
    public void load(Workload workload, PlanRun run) {
        if (workload.spec().manner().odd()) {
            loadOdd(run);
            return;
        }
        long mixed = Mix.of(Mix.of(workload.spec().application()), run.content, run.variant + 77L);
        count = 1 + (int) (mixed >>> 60 & 3);
        int place = Mix.below(mixed, 0, CATEGORIES.length - 2 * (count - 1));
        int left = 256;
        for (int i = 0; i < count; i++) {
            categories[i] = CATEGORIES[place];
            shares[i] = i == count - 1 ? left : left / 2;
            left -= shares[i];
            place += 1 + (int) ((mixed >>> (40 + i)) & 1);
        }
    }

    /** Four of all 24 categories in turn, so that six contents have them all. */
    private void loadOdd(PlanRun run) {
        count = categories.length;
        for (int i = 0; i < count; i++) {
            categories[i] = run.content % 6 * count + i;
            shares[i] = 256 / count;
        }
    }

    /**
     * How many categories the plan waits for.
     *
     * @return 1 to 4
     */
    public int count() {
        return count;
    }

    /**
     * A wait category.
     *
     * @param index ascending by category
     * @return its number
     */
    public int category(int index) {
        return categories[index];
    }

    /**
     * How long an execution waited, by its place in the pattern.
     *
     * @param costs turned to the row
     * @param index of the category
     * @param into gets {@link RowCosts#PATTERN} whole ms
     */
    public void waitMillis(RowCosts costs, int index, long[] into) {
        costs.waitMicros(into);
        for (int i = 0; i < RowCosts.PATTERN; i++) {
            into[i] = ((into[i] * shares[index]) >> 8) / 1000;
        }
    }
}
