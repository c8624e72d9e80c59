package io.tidegate.web.api;

import io.tidegate.core.store.HistoryReader.QueryResult;

/** Why an answer to a SELECT ends where it ends, in words. No state. */
final class SqlCut {
    private SqlCut() {}

    /** One sentence; empty when the answer is whole. */
    static String words(QueryResult result, long maxBytes) {
        int rows = result.rows().size();
        return switch (result.cut()) {
            case NONE -> "";
            case ROWS -> "cut after " + rows + " rows: there are more; a higher limit takes them";
            case BYTES ->
                (rows == 0
                                ? "cut before the first row, which alone has more"
                                : "cut after " + rows + " rows: the next one would make it more")
                        + " than the " + (maxBytes >> 20)
                        + " MB that an answer may have; select fewer columns, or parts of long texts (left(column, 1000)), or fewer"
                        + " rows (WHERE, OFFSET)";
        };
    }
}
