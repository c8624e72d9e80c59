package io.tidegate.sqlserver.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parsed header of a statement's file. Immutable.
 *
 * @param name the statement's name, which is its file's name and its marker
 * @param reads views and procedures that it reads or calls, without schema
 * @param params its parameters in the order of the header
 * @param columns columns of its result, in order; empty when it has none
 * @param since first major version that has all that it reads
 * @param permission what a login needs for it, in words
 * @param why reasons for what is not obvious, by topic
 */
public record SqlHeader(
        String name,
        List<String> reads,
        List<Param> params,
        List<String> columns,
        int since,
        String permission,
        Map<String, String> why) {
    private static final Set<String> HEAVY = Set.of(
            "query_store_runtime_stats",
            "query_store_wait_stats",
            "query_store_query",
            "query_store_query_text",
            "query_store_plan");

    /** Copies the collections. */
    public SqlHeader {
        reads = List.copyOf(reads);
        params = List.copyOf(params);
        columns = List.copyOf(columns);
        why = Map.copyOf(why);
    }

    /**
     * A parameter. Immutable.
     *
     * @param name without colon
     * @param type T-SQL type to declare it with
     * @param list whether it is a list of numbers ({@code bigint*} in the header)
     */
    public record Param(String name, String type, boolean list) {}

    /**
     * Whether the statement is heavy: it reads one of the five large views.
     *
     * @return true when it may run under a lease only
     */
    public boolean isHeavy() {
        return reads.stream().anyMatch(HEAVY::contains);
    }
}
