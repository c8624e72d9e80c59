package io.tidegate.bench.cost;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What one way of reading has cost and brought over the stretch. Immutable.
 *
 * @param firstHalf costs by statement while new queries still came
 * @param secondHalf costs by statement when there came no more; a rare one may yet run for the first time
 * @param newRows runtime rows that it had not brought before
 * @param wireBytes all that the server has sent: logins, locks and packet headers too
 * @param lost share of the executions that it has never seen
 */
record Stretch(Map<String, Cost> firstHalf, Map<String, Cost> secondHalf, long newRows, long wireBytes, double lost) {
    static final String PLANS = "query_plans";
    static final String TEXTS = "query_texts";

    /** Costs by statement over all of it. */
    Map<String, Cost> statements() {
        Map<String, Cost> all = new TreeMap<>(firstHalf);
        secondHalf.forEach((name, cost) -> all.merge(name, cost, Cost::plus));
        return all;
    }

    Cost sum() {
        return sum(name -> true);
    }

    /** Of the statements with some names. */
    Cost sum(Predicate<String> names) {
        return statements().entrySet().stream()
                .filter(entry -> names.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .reduce(Cost.NONE, Cost::plus);
    }

    /** Of the peeks. */
    Cost peeks() {
        return sum(name -> name.endsWith(Meter.PEEK));
    }

    /** Of the settled reads of runtime rows and waits. */
    Cost settled() {
        return sum(name ->
                (name.startsWith("runtime_stats_") || name.startsWith("wait_stats_")) && !name.endsWith(Meter.PEEK));
    }

    /** Of the reads of plans. */
    Cost plans() {
        return sum(PLANS::equals);
    }

    /** Of the reads of texts and plans. */
    Cost content() {
        return sum(name -> name.equals(TEXTS) || name.equals(PLANS));
    }
}
