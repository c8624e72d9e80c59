package io.sqlserversim.querystore.views;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Column;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
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
    private final LongAdder visited;
    private final Function<ScanBounds, R> open;

    /** A view; {@code order} names columns, those that the profile has not are left out. */
    StoreView(
            String name,
            boolean heavy,
            List<ViewColumn<R>> shape,
            List<String> order,
            LongAdder visited,
            Function<ScanBounds, R> open) {
        this.name = name;
        this.heavy = heavy;
        this.shape = shape;
        this.columns = shape.stream()
                .map(column -> new Column(column.name(), column.type(), column.nullable()))
                .toList();
        List<String> names = shape.stream().map(ViewColumn::name).toList();
        this.order = order.stream().map(names::indexOf).filter(i -> i >= 0).toList();
        this.visited = visited;
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
        R rows = open.apply(new ScanBounds(request, columns));
        return new RowCursor() {
            private long counted;

            @Override
            public boolean advance() {
                boolean more = rows.advance();
                long seen = rows.visited();
                visited.add(seen - counted);
                counted = seen;
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
