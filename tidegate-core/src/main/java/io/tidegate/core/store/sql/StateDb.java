package io.tidegate.core.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a store, as {@link StateSql} needs it. Confined to one thread. Of the arguments of a statement, a
 * {@link io.tidegate.core.model.SeriesKey} stands for three placeholders, an enum's constant for its name, an instant for a
 * TIMESTAMP WITH TIME ZONE.
 */
public interface StateDb {
    /**
     * Changes rows.
     *
     * @param sql with question marks
     * @param arguments for them
     * @return how many rows
     * @throws SQLException as the driver does
     */
    int update(String sql, @Nullable Object... arguments) throws SQLException;

    /**
     * Reads rows.
     *
     * @param <T> type of a row
     * @param sql with question marks
     * @param mapper makes a value of each row
     * @param arguments for the question marks
     * @return in the statement's order
     * @throws SQLException as the driver does
     */
    <T> List<T> list(String sql, Mapper<T> mapper, @Nullable Object... arguments) throws SQLException;

    /**
     * Writes rows at once.
     *
     * @param table its name
     * @param columns names of all its columns, in their order
     * @param rows values in that order: as arguments, but with no {@link io.tidegate.core.model.SeriesKey}
     * @throws SQLException as the driver does
     */
    void insert(String table, List<String> columns, List<List<@Nullable Object>> rows) throws SQLException;

    /**
     * Deletes some rows; those that others have locked, where an engine has such, are left.
     *
     * @param table its name
     * @param where condition on the row {@code i}, with question marks
     * @param most how many at most
     * @param arguments for the question marks
     * @return how many rows
     * @throws SQLException as the driver does
     */
    int deleteSome(String table, String where, int most, Object... arguments) throws SQLException;

    /**
     * Numbers as one argument, for {@code IN (SELECT unnest(?))}.
     *
     * @param numbers any
     * @return an array of BIGINT
     * @throws SQLException as the driver does
     */
    Object numbers(Collection<Long> numbers) throws SQLException;

    /**
     * Maps the row on which the result stands.
     *
     * @param <T> what it is made to
     */
    @FunctionalInterface
    interface Mapper<T> {
        /**
         * Maps it.
         *
         * @param row on which the result stands
         * @return the value
         * @throws SQLException when a column is not there
         */
        T map(ResultSet row) throws SQLException;
    }
}
