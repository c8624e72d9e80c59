package io.sqlserversim.querystore.books;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;

/** The truth about a Query Store, computed by the function that its views show too. Thread-safe. */
public interface QueryStoreBooks {
    /**
     * All intervals that ever had an execution, over all epochs: those before the first start, those that clean-up
     * or a CLEAR removed, and the open one. Costs a pass over all rows.
     *
     * @param at the instant of the books, by the server's clock; normally its now
     * @return ascending by epoch and id
     */
    List<IntervalBook> booksAt(Instant at);

    /**
     * The rows of one interval, merged to one per natural key: what a read of the settled interval returns. While it
     * is open, what has been executed by {@code at}, whether a view shows it already or not.
     *
     * @param epoch which life of the ids
     * @param intervalId its id in that epoch
     * @param at the instant of the books
     * @return ascending by replica group, plan and execution type; those of other groups once they have arrived; empty
     *     when there is no such interval
     */
    Iterator<RowBook> rows(int epoch, long intervalId, Instant at);

    /**
     * As {@link #rows}, without what clean-up has taken.
     *
     * @param epoch which life of the ids
     * @param intervalId its id in that epoch
     * @param at the instant of the books
     * @return ascending by replica group, plan and execution type
     */
    Iterator<RowBook> listedRows(int epoch, long intervalId, Instant at);

    /**
     * What was waited for in one interval, merged to one row per natural key: what a read of the settled interval returns.
     * While it is open, all that has been executed by {@code at}.
     *
     * @param epoch which life of the ids
     * @param intervalId its id in that epoch
     * @param at the instant of the books
     * @return by replica group, plan, execution type and category; empty where waits are not captured
     */
    List<WaitBook> waits(int epoch, long intervalId, Instant at);
}
