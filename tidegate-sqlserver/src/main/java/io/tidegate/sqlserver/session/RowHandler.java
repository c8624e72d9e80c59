package io.tidegate.sqlserver.session;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Takes the rows of a heavy statement. Confined to the session's thread. */
public interface RowHandler {
    /** Returned by {@link #take} when the row was not taken: all before it is complete. */
    long NOT_TAKEN = -1;

    /**
     * Called once, before the first row: the place to resolve columns.
     *
     * @param rows before its first row
     * @throws SQLException as the driver does
     */
    void begin(ResultSet rows) throws SQLException;

    /**
     * Takes the current row.
     *
     * @param row at the row
     * @param closing whether a limit is reached: a row that need not be taken to complete the ones before is refused
     * @return its bytes as the budgets count them, or {@link #NOT_TAKEN}
     * @throws SQLException as the driver does
     */
    long take(ResultSet row, boolean closing) throws SQLException;

    /**
     * Called once at the end, unless the read failed.
     *
     * @param cutInside true when rows of the last key may be missing: whatever is incomplete is to be dropped
     */
    void end(boolean cutInside);
}
