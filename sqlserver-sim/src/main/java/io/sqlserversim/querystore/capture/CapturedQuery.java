package io.sqlserversim.querystore.capture;

/**
 * A captured statement: one query, with one text and one plan, which share their id. Immutable.
 *
 * @param id of query, text and plan: above those of any workload
 * @param text as stored
 * @param compiled when it was captured, in steps of 100 ns since 1970
 * @param lastEnd when its last execution ended
 * @param hash for query and plan
 */
public record CapturedQuery(long id, String text, long compiled, long lastEnd, long hash) {
    /**
     * How its parameters came.
     *
     * @return 1, by the user, when its text begins with parameters; else 0
     */
    public int parameterization() {
        return text.startsWith("(@") ? 1 : 0;
    }
}
