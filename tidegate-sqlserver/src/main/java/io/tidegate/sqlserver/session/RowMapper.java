package io.tidegate.sqlserver.session;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Makes a value of the current row.
 *
 * @param <T> of what type
 */
@FunctionalInterface
public interface RowMapper<T> {
    /**
     * Reads the current row; must not move.
     *
     * @param row at the row
     * @return the value
     * @throws SQLException as the driver does
     */
    T map(ResultSet row) throws SQLException;
}
