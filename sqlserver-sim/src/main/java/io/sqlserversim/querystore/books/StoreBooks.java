package io.sqlserversim.querystore.books;

import io.sqlserversim.querystore.books.IntervalBook.Presence;
import io.sqlserversim.querystore.capture.CapturedRow;
import io.sqlserversim.querystore.history.History;
import io.sqlserversim.querystore.history.Moment;
import io.sqlserversim.querystore.history.PlanRuns;
import io.sqlserversim.querystore.history.ReplicaGroup;
import io.sqlserversim.querystore.history.StoredInterval;
import io.sqlserversim.querystore.history.Ticks;
import io.sqlserversim.querystore.workload.Aggregate;
import io.sqlserversim.querystore.workload.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

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
            long firstId = moment.firstId();
            long lastId = moment.lastId();
            for (long id = 1; id <= lastId; id++) {
                StoredInterval interval = moment.interval(id);
                if (interval != null) {
                    addUnlessEmpty(books, moment, interval, current && id >= firstId, current);
                }
            }
        }
        return books;
    }

    private static void addUnlessEmpty(
            List<IntervalBook> books, Moment moment, StoredInterval interval, boolean present, boolean current) {
        List<CapturedRow> captured = current ? moment.captured().merged(interval.id()) : List.of();
        Count all = Count.of(new RowBooks(moment, interval, PlanRuns.everything(moment)), captured);
        if (all.rows == 0) {
            return;
        }
        Presence presence = Presence.CLEARED;
        if (current) {
            Count shown =
                    present ? Count.of(new RowBooks(moment, interval, new PlanRuns(moment)), captured) : Count.NONE;
            presence = presence(moment, interval, shown, all);
        }
        books.add(new IntervalBook(
                moment.epochNumber(),
                interval.id(),
                Ticks.instant(interval.start()),
                Ticks.instant(interval.end()),
                Ticks.instant(moment.settles(interval)),
                all.rows,
                all.executions,
                presence));
    }

    private record Count(long rows, long executions) {
        static final Count NONE = new Count(0, 0);

        static Count of(RowBooks books, List<CapturedRow> captured) {
            long rows = captured.size();
            long executions =
                    captured.stream().mapToLong(CapturedRow::executions).sum();
            while (books.advance()) {
                rows++;
                executions += books.executions();
            }
            return new Count(rows, executions);
        }
    }

    private static Presence presence(Moment moment, StoredInterval interval, Count shown, Count all) {
        if (interval.end() > moment.now()) {
            return Presence.OPEN;
        }
        if (shown.executions < all.executions) {
            return shown.rows == 0 ? Presence.EXPIRED : Presence.THINNED;
        }
        return moment.settles(interval) > moment.now() ? Presence.UNSETTLED : Presence.SETTLED;
    }

    @Override
    public Iterator<RowBook> rows(int epoch, long intervalId, Instant at) {
        return rows(epoch, intervalId, at, PlanRuns::everything);
    }

    @Override
    public Iterator<RowBook> listedRows(int epoch, long intervalId, Instant at) {
        return rows(epoch, intervalId, at, PlanRuns::new);
    }

    @Override
    public List<WaitBook> waits(int epoch, long intervalId, Instant at) {
        List<WaitBook> all = new ArrayList<>();
        for (Moment moment : history.epochsAt(at)) {
            StoredInterval interval = moment.epochNumber() == epoch ? moment.interval(intervalId) : null;
            if (interval != null && moment.options().waitStatsCapture()) {
                RowBooks rows = new RowBooks(moment, interval, PlanRuns.everything(moment));
                while (rows.advance()) {
                    rows.addWaits(all);
                }
            }
        }
        return all;
    }

    private Iterator<RowBook> rows(int epoch, long intervalId, Instant at, Function<Moment, PlanRuns> walk) {
        List<Moment> moments = history.epochsAt(at);
        for (Moment moment : moments) {
            StoredInterval interval = moment.epochNumber() == epoch ? moment.interval(intervalId) : null;
            if (interval != null) {
                Iterator<RowBook> rows = new RowIterator(new RowBooks(moment, interval, walk.apply(moment)));
                List<CapturedRow> captured = moment.captured().merged(intervalId);
                return captured.isEmpty() || epoch != moments.getLast().epochNumber() ? rows : with(rows, captured);
            }
        }
        return Collections.emptyIterator();
    }

    private static Iterator<RowBook> with(Iterator<RowBook> rows, List<CapturedRow> captured) {
        List<RowBook> all = new ArrayList<>();
        rows.forEachRemaining(all::add);
        captured.forEach(row -> all.add(new RowBook(
                row.planId(),
                row.executionType(),
                ReplicaGroup.LOCAL,
                row.executions(),
                total(row, Metric.DURATION),
                total(row, Metric.CPU_TIME))));
        all.sort(Comparator.comparingLong(RowBook::replicaGroupId)
                .thenComparingLong(RowBook::planId)
                .thenComparingInt(RowBook::executionType));
        return all.iterator();
    }

    private static long total(CapturedRow row, Metric metric) {
        Aggregate aggregate = new Aggregate();
        row.sum(metric, aggregate);
        return aggregate.total();
    }

    /** Confined to one thread. */
    private static final class RowIterator implements Iterator<RowBook> {
        private final RowBooks rows;
        private boolean more;

        RowIterator(RowBooks rows) {
            this.rows = rows;
            this.more = rows.advance();
        }

        @Override
        public boolean hasNext() {
            return more;
        }

        @Override
        public RowBook next() {
            if (!more) {
                throw new NoSuchElementException("no more rows in the interval");
            }
            RowBook book = rows.book();
            more = rows.advance();
            return book;
        }
    }
}
