package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a table: pushes bounds of its filters down to it, and filters again. */
final class ScanOp extends Op {
    private final int slot;
    private final VirtualTable table;
    private final BitSet needed;
    private final List<Pred> filters = new ArrayList<>();
    private @Nullable RowCursor cursor;

    ScanOp(int slot, VirtualTable table, BitSet needed) {
        this.slot = slot;
        this.table = table;
        this.needed = needed;
        slots().set(slot);
    }

    int slot() {
        return slot;
    }

    VirtualTable table() {
        return table;
    }

    void filter(Pred pred) {
        filters.add(pred);
    }

    @Override
    void open(Env env) {
        close(env);
        env.scanOpened();
        Map<Integer, Bounds> bounds = new HashMap<>(env.joinBounds(slot));
        for (Pred filter : filters) {
            BoundsFinder.find(filter, slot, env)
                    .forEach((column, found) -> bounds.merge(column, found, BoundsMath::intersect));
        }
        RowCursor opened = table.scan(new ScanRequest(env.session, needed, Map.copyOf(bounds), env.heavyTables));
        cursor = opened;
        env.rows[slot] = opened::value;
    }

    @Override
    boolean next(Env env) {
        RowCursor rows = cursor;
        if (rows == null) {
            return false;
        }
        while (true) {
            env.rowScanned();
            if (!rows.advance()) {
                return false;
            }
            if (matches(env)) {
                return true;
            }
        }
    }

    private boolean matches(Env env) {
        for (int i = 0; i < filters.size(); i++) {
            if (filters.get(i).test(env) != Pred.TRUE) {
                return false;
            }
        }
        return true;
    }

    @Override
    void close(Env env) {
        RowCursor open = cursor;
        cursor = null;
        env.rows[slot] = RowView.NULLS;
        if (open != null) {
            open.close();
        }
    }

    @Override
    List<Ex.ColumnRef> order() {
        List<Ex.ColumnRef> order = new ArrayList<>();
        for (int ordinal : table.order()) {
            order.add(new Ex.ColumnRef(table.columns().get(ordinal).type(), slot, ordinal, true));
        }
        return order;
    }

    /** The columns that a filter fixes to one value. */
    List<Ex.ColumnRef> fixed() {
        List<Ex.ColumnRef> fixed = new ArrayList<>();
        for (Pred filter : filters) {
            BoundsFinder.collectFixed(filter, slot, fixed);
        }
        return fixed;
    }

    @Override
    double rows() {
        double estimate = table.rowEstimate();
        return filters.isEmpty() ? estimate : estimate / (1 + 3 * filters.size());
    }
}
