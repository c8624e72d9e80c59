package io.tidegate.core.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The work of both kinds in one line: what both plans put first comes first, and of the same time the runtime rows come
 * before the waits, so that neither kind waits for all of the other's history. No state.
 */
public final class WorkOrder {
    private static final Comparator<PlannedBand> BY_RANK = Comparator.comparingInt(WorkOrder::rank);

    private WorkOrder() {}

    /**
     * The tick's share.
     *
     * @param runtime plan of runtime rows
     * @param waits plan of waits
     * @return in the order in which to read
     */
    public static List<PlannedBand> tick(WorkPlan runtime, WorkPlan waits) {
        return inLine(runtime.tick(), waits.tick(), BY_RANK.thenComparing(WorkOrder::oldestFirst));
    }

    /**
     * The backfill's share.
     *
     * @param runtime plan of runtime rows
     * @param waits plan of waits
     * @return in the order in which to read
     */
    public static List<PlannedBand> backfill(WorkPlan runtime, WorkPlan waits) {
        return inLine(
                runtime.backfill(),
                waits.backfill(),
                BY_RANK.thenComparing(
                        (one, other) -> one.isExpiring() ? oldestFirst(one, other) : newestFirst(one, other)));
    }

    /** Sorting keeps the order of equals, so that each plan's own order stays and runtime goes first. */
    private static List<PlannedBand> inLine(
            List<PlannedBand> runtime, List<PlannedBand> waits, Comparator<PlannedBand> order) {
        List<PlannedBand> line = new ArrayList<>(runtime);
        line.addAll(waits);
        line.sort(order);
        return line;
    }

    private static int rank(PlannedBand band) {
        if (band.underWay() != null) {
            return WorkPlan.isBackOfLine(band) ? 3 : 0;
        }
        return band.isExpiring() ? 1 : 2;
    }

    private static int oldestFirst(PlannedBand one, PlannedBand other) {
        return isUnderWay(one) ? 0 : one.from().compareTo(other.from());
    }

    private static int newestFirst(PlannedBand one, PlannedBand other) {
        return isUnderWay(one) ? 0 : other.to().compareTo(one.to());
    }

    /** Of equal rank both are, or none. */
    private static boolean isUnderWay(PlannedBand band) {
        return band.underWay() != null;
    }
}
