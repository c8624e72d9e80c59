package io.sqlserversim.catalog;

import io.sqlserversim.session.Session;
import java.util.BitSet;
import java.util.Map;

/**
 * What a scan may know beforehand. Immutable by convention.
 *
 * @param session who asks: for permissions, self-filtering views and charges
 * @param neededColumns ordinals whose values will be asked for
 * @param bounds by ordinal, for integer columns only: the values that can matter
 * @param heavyTables how often the statement names a heavy table, this one included: a join of several costs more
 */
public record ScanRequest(Session session, BitSet neededColumns, Map<Integer, Bounds> bounds, int heavyTables) {
    /**
     * A scan of a table that is alone in its statement.
     *
     * @param session who asks
     * @param neededColumns ordinals whose values will be asked for
     * @param bounds by ordinal
     */
    public ScanRequest(Session session, BitSet neededColumns, Map<Integer, Bounds> bounds) {
        this(session, neededColumns, bounds, 1);
    }

    /**
     * The bounds of a column.
     *
     * @param column 0-based ordinal
     * @return {@link Bounds#ALL} when nothing is known
     */
    public Bounds boundsOf(int column) {
        return bounds.getOrDefault(column, Bounds.ALL);
    }
}
