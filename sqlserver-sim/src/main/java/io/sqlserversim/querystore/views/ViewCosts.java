package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.querystore.cost.CostMode;
import io.sqlserversim.querystore.cost.ReadCharge;
import io.sqlserversim.querystore.cost.ReadPlans;
import io.sqlserversim.querystore.cost.ViewCost;
import java.util.concurrent.atomic.LongAdder;

/** What the scans of one store's views cost: charged to their sessions, and counted over all. Thread-safe. */
public final class ViewCosts {
    private final LongAdder visited = new LongAdder();
    private final ReadPlans readPlans = new ReadPlans();
    private volatile CostMode mode = CostMode.CHARGED;
    private volatile boolean joinsCostMore = true;

    /** Nothing was read yet; reads are charged only. */
    public ViewCosts() {}

    /**
     * Decides what becomes of CPU time.
     *
     * @param changed for scans that begin afterwards
     */
    public void mode(CostMode changed) {
        mode = changed;
    }

    /**
     * Decides whether a statement that names several large views pays more for each of them.
     *
     * @param changed true at first; for scans that begin afterwards
     */
    public void joinsCostMore(boolean changed) {
        joinsCostMore = changed;
    }

    ReadCharge begin(ScanRequest request, ViewCost cost) {
        return new ReadCharge(request.session(), cost, joinsCostMore ? request.heavyTables() : 1, mode);
    }

    void visited(long rows) {
        visited.add(rows);
    }

    /**
     * Rows looked at by all scans.
     *
     * @return 0 or more
     */
    public long rowsVisited() {
        return visited.sum();
    }

    /**
     * The showplans that were read.
     *
     * @return the memory of it
     */
    public ReadPlans readPlans() {
        return readPlans;
    }
}
