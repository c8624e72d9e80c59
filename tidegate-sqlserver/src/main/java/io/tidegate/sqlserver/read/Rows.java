package io.tidegate.sqlserver.read;

import io.tidegate.sqlserver.session.RowHandler;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handler for rows that stand each for itself. Confined to one thread. */
final class Rows implements RowHandler {
    private final List<String> names;
    private final Reader reader;
    private @Nullable Columns columns;

    Rows(List<String> names, Reader reader) {
        this.names = names;
        this.reader = reader;
    }

    /** Reads one row and hands it on. */
    @FunctionalInterface
    interface Reader {
        /** Reads the current row; returns its bytes as the budgets count them. */
        long read(ResultSet row, Columns columns) throws SQLException;
    }

    @Override
    public void begin(ResultSet rows) throws SQLException {
        columns = Columns.resolve(rows, names);
    }

    @Override
    public long take(ResultSet row, boolean closing) throws SQLException {
        if (columns == null) {
            throw new IllegalStateException("take before begin");
        }
        return closing ? NOT_TAKEN : reader.read(row, columns);
    }

    @Override
    public void end(boolean cutInside) {
        // each row was handed on whole
    }
}
