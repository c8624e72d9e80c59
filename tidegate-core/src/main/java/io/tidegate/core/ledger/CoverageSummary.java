package io.tidegate.core.ledger;

/**
 * Intervals of a series by their words. What was at the source is by construction the sum of the parts. Inherited intervals
 * are counted by the epoch that holds them. Immutable.
 *
 * @param open still written to
 * @param unsettled closed, not settled
 * @param held held
 * @param pending settled, not held
 * @param expired known and not to be had any more, whatever the reason
 * @param superseded belongs to an epoch that another has replaced; not part of the sum
 */
public record CoverageSummary(long open, long unsettled, long held, long pending, long expired, long superseded) {
    /** Nothing. */
    public static final CoverageSummary NONE = new CoverageSummary(0, 0, 0, 0, 0, 0);

    /**
     * Every interval that the source ever listed to us in this life of its ids.
     *
     * @return open + unsettled + held + pending + expired
     */
    public long atSource() {
        return open + unsettled + held + pending + expired;
    }

    /**
     * The sum of two.
     *
     * @param other another series'
     * @return each part added
     */
    public CoverageSummary plus(CoverageSummary other) {
        return new CoverageSummary(
                open + other.open,
                unsettled + other.unsettled,
                held + other.held,
                pending + other.pending,
                expired + other.expired,
                superseded + other.superseded);
    }
}
