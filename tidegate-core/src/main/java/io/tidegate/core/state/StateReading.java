package io.tidegate.core.state;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import java.time.Instant;
import java.util.List;

/**
 * What was read of one table of state. Immutable.
 *
 * @param series whose
 * @param table which table
 * @param at the source's clock when it was read
 * @param isWhole whether these are all rows that the source has: those not among them are gone
 * @param isComplete whether every row that the source has was read by now, in this reading or in ones before: what a later
 *     reading finds new has changed then, and was not merely unknown
 * @param rows at most one per key
 */
public record StateReading(
        SeriesKey series, StateTable table, Instant at, boolean isWhole, boolean isComplete, List<StateRow> rows) {
    /**
     * Copies the rows.
     *
     * @throws IllegalArgumentException for a row of another table
     */
    public StateReading {
        rows = List.copyOf(rows);
        if (rows.stream().anyMatch(row -> row.table() != table)) {
            throw new IllegalArgumentException("rows of other tables than " + table);
        }
    }

    /**
     * A reading of all that the source has.
     *
     * @param series whose
     * @param table which table
     * @param at the source's clock
     * @param rows all rows
     * @return a whole and complete reading
     */
    public static StateReading whole(SeriesKey series, StateTable table, Instant at, List<StateRow> rows) {
        return new StateReading(series, table, at, true, true, rows);
    }
}
