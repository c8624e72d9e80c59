package io.tidegate.sqlserver.session;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Walks through one result of a batch. */
@FunctionalInterface
public interface ResultWalker {
    /**
     * Reads a result to its end.
     *
     * @param rows before its first row
     * @throws SQLException as the driver does
     */
    void result(ResultSet rows) throws SQLException;
}
