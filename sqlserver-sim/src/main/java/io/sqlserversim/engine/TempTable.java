package io.sqlserversim.engine;

import io.sqlserversim.catalog.RowCursor;
import io.sqlserversim.catalog.ScanRequest;
import io.sqlserversim.catalog.VirtualTable;
import io.sqlserversim.types.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A temporary table or a table variable: rows in memory, in the order they came. Confined to its session's thread. */
final class TempTable implements VirtualTable {
    private final String name;
    private final List<Column> columns;
    private final List<UniqueKey> keys = new ArrayList<>();
    private final Map<Integer, Filler> fillers = new HashMap<>();
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

    /** Adds all rows or, when one of them may not be there, none (Msg 515, 2627, 2601). */
    void addAll(List<@Nullable Object[]> added) {
        List<@Nullable Object[]> all = new ArrayList<>(rows);
        for (@Nullable Object[] row : added) {
            checkNulls(row, "INSERT");
            all.add(row);
        }
        keys.forEach(key -> key.check(all, name, columns));
        rows = all;
    }

    /** Puts other rows in the place of all, or fails as {@link #addAll}. */
    void replace(List<@Nullable Object[]> newRows) {
        newRows.forEach(row -> checkNulls(row, "UPDATE"));
        keys.forEach(key -> key.check(newRows, name, columns));
        rows = newRows;
    }

    void addKey(UniqueKey key) {
        key.check(rows, name, columns);
        keys.add(key);
    }

    private void checkNulls(@Nullable Object[] row, String statement) {
        for (int i = 0; i < row.length; i++) {
            if (row[i] == null && !columns.get(i).nullable()) {
                throw new SqlError(
                        515,
                        16,
                        2,
                        "Cannot insert the value NULL into column '"
                                + columns.get(i).name() + "', table 'tempdb.dbo." + name
                                + "'; column does not allow nulls. " + statement + " fails.");
            }
        }
    }

    /** Adds a row that nobody changes any more. */
    void add(@Nullable Object[] row) {
        rows.add(row);
    }

    /** How a column's value comes about when INSERT gives none; null for NULL. */
    @Nullable
    Filler filler(int ordinal) {
        return fillers.get(ordinal);
    }

    void filler(int ordinal, Filler filler) {
        fillers.put(ordinal, filler);
    }

    /** IDENTITY or DEFAULT of one column. */
    interface Filler {
        /** Whether INSERT must not give a value of its own. */
        boolean isIdentity();

        /** The next value, already of the column's type. */
        @Nullable
        Object next();
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
