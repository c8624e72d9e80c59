package io.sqlserversim.engine;

import io.sqlserversim.catalog.Bounds;
import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A table whose rows a function makes; remembers what its scans were told, and how many rows they gave. */
final class MemoryTable implements VirtualTable {
    final List<ScanRequest> scans = new ArrayList<>();
    final AtomicInteger given = new AtomicInteger();
    private final String name;
    private final List<Column> columns;
    private final boolean heavy;
    private final List<Integer> order;
    private final int count;
    private final IntFunction<@Nullable Object[]> rows;

    MemoryTable(
            String name,
            List<Column> columns,
            boolean heavy,
            List<Integer> order,
            int count,
            IntFunction<@Nullable Object[]> rows) {
        this.name = name;
        this.columns = columns;
        this.heavy = heavy;
        this.order = order;
        this.count = count;
        this.rows = rows;
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

    Map<Integer, Bounds> lastBounds() {
        return scans.getLast().bounds();
    }

    @Override
    public RowCursor scan(ScanRequest request) {
        scans.add(request);
        return new RowCursor() {
            private int at = -1;
            private @Nullable Object[] row = new @Nullable Object[0];

            @Override
            public boolean advance() {
                while (++at < count) {
                    row = rows.apply(at);
                    if (inside()) {
                        given.incrementAndGet();
                        return true;
                    }
                }
                return false;
            }

            private boolean inside() {
                for (Map.Entry<Integer, Bounds> bound : request.bounds().entrySet()) {
                    Object value = row[bound.getKey()];
                    if (!(value instanceof Number number) || !bound.getValue().contains(number.longValue())) {
                        return false;
                    }
                }
                return true;
            }

            @Override
            public @Nullable Object value(int column) {
                if (!request.neededColumns().get(column)) {
                    throw new AssertionError("column " + column + " was not announced as needed");
                }
                return row[column];
            }

            @Override
            public void close() {}
        };
    }
}
