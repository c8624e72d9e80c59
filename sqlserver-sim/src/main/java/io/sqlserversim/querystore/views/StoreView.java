package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.querystore.cost.ReadCharge;
import io.sqlserversim.querystore.cost.ViewCost;
import io.sqlserversim.types.Column;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A view of one store in one version profile. Thread-safe; each scan sees the store at the instant when it was opened.
 *
 * @param <R> the kind of row
 */
final class StoreView<R extends Rows> implements VirtualTable {
    private final String name;
    private final boolean heavy;
    private final List<ViewColumn<R>> shape;
    private final List<Column> columns;
    private final List<Integer> order;
    private final ViewCost cost;
    private final ViewCosts costs;
    private final Function<ScanBounds, R> open;
    private final Function<ScanBounds, List<Map<String, @Nullable Object>>> others;

    /** A view; {@code order} names columns, those that the profile has not are left out. */
    StoreView(
            String name,
            ViewCost cost,
            List<ViewColumn<R>> shape,
            List<String> order,
            ViewCosts costs,
            Function<ScanBounds, R> open) {
        this(name, cost, shape, order, costs, open, bounds -> List.of());
    }

    /** A view with other rows among its own: values by column name, in the view's order. */
    StoreView(
            String name,
            ViewCost cost,
            List<ViewColumn<R>> shape,
            List<String> order,
            ViewCosts costs,
            Function<ScanBounds, R> open,
            Function<ScanBounds, List<Map<String, @Nullable Object>>> others) {
        this.others = others;
        this.name = name;
        this.cost = cost;
        this.heavy = cost != ViewCost.SMALL;
        this.shape = shape;
        this.columns = shape.stream()
                .map(column -> new Column(column.name(), column.type(), column.nullable()))
                .toList();
        List<String> names = shape.stream().map(ViewColumn::name).toList();
        this.order = order.stream().map(names::indexOf).filter(i -> i >= 0).toList();
        this.costs = costs;
        this.open = open;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean heavy() {
        return heavy;
    }

    @Override
    public List<Integer> order() {
        return order;
    }

    @Override
    public RowCursor scan(ScanRequest request) {
        ReadCharge charge = costs.begin(request, cost);
        int width = request.neededColumns().cardinality();
        ScanBounds bounds = new ScanBounds(request, columns, charge);
        RowCursor own = cursor(open.apply(bounds), charge, width);
        List<@Nullable Object[]> more =
                others.apply(bounds).stream().map(this::byColumn).toList();
        return more.isEmpty() ? own : new MergedCursor(own, more, order);
    }

    private @Nullable Object[] byColumn(Map<String, @Nullable Object> row) {
        @Nullable Object[] values = new @Nullable Object[shape.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(shape.get(i).name());
        }
        return values;
    }

    private RowCursor cursor(R rows, ReadCharge charge, int width) {
        return new RowCursor() {
            private long counted;

            @Override
            public boolean advance() {
                boolean more = rows.advance();
                long seen = rows.visited();
                costs.visited(seen - counted);
                charge.visited(seen - counted);
                counted = seen;
                if (more) {
                    charge.returned(width);
                }
                return more;
            }

            @Override
            public @Nullable Object value(int column) {
                return shape.get(column).value().apply(rows);
            }

            @Override
            public void close() {}
        };
    }
}
