package io.tidegate.sqlserver.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement ready to be sent. Immutable. Its {@code toString} shows the name only.
 *
 * @param header of the statement
 * @param sql with question marks for the values
 * @param values in the order of the question marks
 */
public record BoundSql(SqlHeader header, String sql, List<Object> values) {
    /** Copies the values. */
    public BoundSql {
        values = List.copyOf(values);
    }

    /**
     * This statement in one batch behind another one.
     *
     * @param first what comes first, such as a guard; where it has a result, that comes first
     * @return both, under this statement's header
     */
    public BoundSql behind(BoundSql first) {
        List<Object> all = new ArrayList<>(first.values);
        all.addAll(values);
        return new BoundSql(header, first.sql + "\n" + sql, all);
    }

    @Override
    public String toString() {
        return "BoundSql[" + header.name() + "]";
    }
}
