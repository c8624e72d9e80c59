package io.sqlserversim.engine;

import io.sqlserversim.sql.Query;
import java.util.ArrayList;
import java.util.List;

/** SELECT that sets variables. */
final class Assignments {
    private Assignments() {}

    static boolean isAssignment(Query.Select select) {
        return !select.items().isEmpty() && select.items().stream().allMatch(Query.Assign.class::isInstance);
    }

    static List<String> targets(Query.Select select) {
        List<String> targets = new ArrayList<>();
        for (Query.Item item : select.items()) {
            if (item instanceof Query.Assign assign) {
                targets.add(assign.variable());
            }
        }
        return targets;
    }

    /** The query of the values that are assigned. */
    static Query asQuery(Query query, Query.Select select) {
        List<Query.Item> values = new ArrayList<>();
        for (Query.Item item : select.items()) {
            if (item instanceof Query.Assign assign) {
                values.add(new Query.Value(assign.value(), null));
            }
        }
        Query.Select body = new Query.Select(
                select.distinct(),
                select.top(),
                values,
                null,
                select.from(),
                select.where(),
                select.groupBy(),
                select.groupingSets(),
                select.having());
        return new Query(body, query.orderBy(), query.offset(), query.fetch(), query.forXml());
    }
}
