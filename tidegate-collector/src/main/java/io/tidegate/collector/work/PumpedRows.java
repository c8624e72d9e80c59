package io.tidegate.collector.work;

import io.tidegate.core.ledger.BandSource;
import io.tidegate.core.model.StatsRow;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.StatsSink;
import io.tidegate.sqlserver.session.ReadEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one statement as pages: the statement is read on a thread of its own while the store takes the page before, so
 * that the wire and the disk work at the same time, and at most two pages lie between them. The session is used by that
 * thread alone until {@link #close()} has returned.
 */
final class PumpedRows implements BandSource.RowPages<SqlServerException> {
    private static final int PAGE_BYTES = 1 << 20;

    private final BlockingQueue<Page> pages = new ArrayBlockingQueue<>(2);
    private volatile boolean closed;
    private @Nullable End end;

    /** Reads a statement to its end or cut, row by row into the sink. */
    @FunctionalInterface
    interface Statement {
        ReadEnd read(StatsSink<StatsRow> sink);
    }

    private sealed interface Page {}

    private record Rows(List<StatsRow> rows) implements Page {}

    private record End(@Nullable ReadEnd read, @Nullable Throwable failure) implements Page {}

    /** Thrown through the statement to end it when nobody wants its rows any more. */
    private static final class NotWanted extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotWanted() {
            super("the rest is not wanted", null, false, false);
        }
    }

    private PumpedRows() {}

    static PumpedRows start(Statement statement, ThreadFactory threads) {
        PumpedRows pump = new PumpedRows();
        threads.newThread(() -> pump.run(statement)).start();
        return pump;
    }

    private void run(Statement statement) {
        Filler filler = new Filler();
        try {
            ReadEnd read = statement.read(filler::accept);
            filler.flush();
            put(new End(read, null));
        } catch (NotWanted asked) {
            put(new End(null, null));
        } catch (Throwable failure) {
            put(new End(null, failure));
        }
    }

    /** Collects rows and hands full pages over; an instance per statement. */
    private final class Filler {
        private List<StatsRow> page = new ArrayList<>();
        private int bytes;

        void accept(StatsRow row) {
            if (closed) {
                throw new NotWanted();
            }
            page.add(row);
            bytes += row.fixedBytes();
            if (bytes >= PAGE_BYTES) {
                flush();
            }
        }

        void flush() {
            if (!page.isEmpty()) {
                put(new Rows(page));
                page = new ArrayList<>();
                bytes = 0;
            }
        }
    }

    private void put(Page page) {
        boolean interrupted = false;
        while (true) {
            try {
                pages.put(page);
                break;
            } catch (InterruptedException later) {
                interrupted =
                        true; // the reader must not lose a page, and its socket must not be closed by an interrupt
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<StatsRow> next() {
        if (end != null) {
            return List.of();
        }
        return switch (take()) {
            case Rows rows -> rows.rows();
            case End last -> {
                end = last;
                rethrow(last.failure());
                yield List.of();
            }
        };
    }

    @Override
    public boolean isComplete() {
        return end != null && end.read() != null && end.read().isComplete();
    }

    /** Ends the statement if it runs, and waits until its thread has let go of the session. */
    @Override
    public void close() {
        closed = true;
        while (end == null) {
            if (take() instanceof End last) {
                end = last;
            }
        }
    }

    private Page take() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return pages.take();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(@Nullable Throwable failure) {
        switch (failure) {
            case null -> {}
            case RuntimeException known -> throw known;
            case Error serious -> throw serious;
            default -> throw new IllegalStateException("the reader failed", failure);
        }
    }
}
