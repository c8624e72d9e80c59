package io.tidegate.core.budget;

/**
 * Kinds of heavy work in the order in which they keep going while a budget runs out. Each may use the budget up to its
 * share only, so that the last of it is left for those before it.
 */
public enum Rank {
    /** The tick's reads of settled intervals. */
    SETTLED(100, "settled reads"),
    /** Texts and plans. */
    CONTENT(90, "texts and plans"),
    /** Counts of what is held. */
    CENSUS(80, "census"),
    /** Old history. */
    BACKFILL(70, "backfill"),
    /** Looks at intervals that have not settled. */
    PEEK(60, "peeks");

    private final int percent;
    private final String label;

    Rank(int percent, String label) {
        this.percent = percent;
        this.label = label;
    }

    /**
     * How much of the budget may be used when work of this kind begins.
     *
     * @return percent, 60 to 100
     */
    public int percent() {
        return percent;
    }

    /**
     * What users read.
     *
     * @return e.g. {@code settled reads}
     */
    public String label() {
        return label;
    }
}
