package io.sqlserversim.engine;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A temporary table or a table variable: rows in memory, in the order they came. Confined to its session's thread. */
final class TempTable implements VirtualTable {
    private final String name;
    private final List<Column> columns;
    private List<@Nullable Object[]> rows = new ArrayList<>();

    TempTable(String name, List<Column> columns) {
        this.name = name;
        this.columns = List.copyOf(columns);
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
        return false;
    }

    @Override
    public List<Integer> order() {
        return List.of();
    }

    @Override
    public long rowEstimate() {
        return rows.size();
    }

    List<@Nullable Object[]> rows() {
        return rows;
    }

    void replace(List<@Nullable Object[]> newRows) {
        rows = newRows;
    }

    /** Adds a row that nobody changes any more; NULL where none may be is Msg 515. */
    void add(@Nullable Object[] row) {
        for (int i = 0; i < row.length; i++) {
            if (row[i] == null && !columns.get(i).nullable()) {
                throw new SqlError(
                        515,
                        16,
                        2,
                        "Cannot insert the value NULL into column '"
                                + columns.get(i).name() + "', table '" + name
                                + "'; column does not allow nulls. INSERT fails.");
            }
        }
        rows.add(row);
    }

    @Override
    public RowCursor scan(ScanRequest request) {
        List<@Nullable Object[]> seen = List.copyOf(rows);
        return new RowCursor() {
            private int at = -1;

            @Override
            public boolean advance() {
                return ++at < seen.size();
            }

            @Override
            public @Nullable Object value(int column) {
                return seen.get(at)[column];
            }

            @Override
            public void close() {
                at = seen.size();
            }
        };
    }
}
