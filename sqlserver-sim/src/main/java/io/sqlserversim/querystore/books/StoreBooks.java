package io.sqlserversim.querystore.books;

import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.history.History;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.RowPart;
import io.sqlserversim.querystore.history.StoredInterval;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.PlanRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** The books of a history. Thread-safe. */
public final class StoreBooks implements QueryStoreBooks {
    private final History history;

    /**
     * Books.
     *
     * @param history of which store
     */
    public StoreBooks(History history) {
        this.history = history;
    }

    @Override
    public List<IntervalBook> booksAt(Instant at) {
        List<IntervalBook> books = new ArrayList<>();
        List<Moment> epochs = history.epochsAt(at);
        for (Moment moment : epochs) {
            boolean current = moment.epochNumber() == epochs.getLast().epochNumber();
            PlanRuns runs = new PlanRuns(moment);
            long firstId = moment.firstId();
            long lastId = moment.lastId();
            for (long id = 1; id <= lastId; id++) {
                StoredInterval interval = moment.interval(id);
                if (interval != null) {
                    Presence presence = !current ? Presence.CLEARED : presence(moment, interval, firstId);
                    addUnlessEmpty(books, moment, runs, interval, presence);
                }
            }
        }
        return books;
    }

    private static Presence presence(Moment moment, StoredInterval interval, long firstId) {
        if (interval.id() < firstId) {
            return Presence.EXPIRED;
        }
        if (interval.end() > moment.now()) {
            return Presence.OPEN;
        }
        return moment.settles(interval) > moment.now() ? Presence.UNSETTLED : Presence.SETTLED;
    }

    private static void addUnlessEmpty(
            List<IntervalBook> books, Moment moment, PlanRuns runs, StoredInterval interval, Presence presence) {
        long rows = 0;
        long executions = 0;
        RowPart part = new RowPart(runs);
        runs.enter(interval, 1, Long.MAX_VALUE);
        while (runs.advance()) {
            for (int type = 0; type < PlanRun.TYPE_COUNT; type++) {
                long captured = part.captured(type, moment.now()).executions();
                rows += captured > 0 ? 1 : 0;
                executions += captured;
            }
        }
        if (rows > 0) {
            books.add(new IntervalBook(
                    moment.epochNumber(),
                    interval.id(),
                    Ticks.instant(interval.start()),
                    Ticks.instant(interval.end()),
                    Ticks.instant(moment.settles(interval)),
                    rows,
                    executions,
                    presence));
        }
    }

    @Override
    public Iterator<RowBook> rows(int epoch, long intervalId, Instant at) {
        for (Moment moment : history.epochsAt(at)) {
            StoredInterval interval = moment.epochNumber() == epoch ? moment.interval(intervalId) : null;
            if (interval != null) {
                return new RowBooks(moment, interval);
            }
        }
        return Collections.emptyIterator();
    }
}
