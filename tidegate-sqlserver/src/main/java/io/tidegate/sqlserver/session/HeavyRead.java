package io.tidegate.sqlserver.session;

import io.tidegate.core.step.StepContext;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.session.ReadEnd.How;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One heavy statement, from its send to its acknowledged end. Confined to the session's thread, but for
 * {@link #attention}.
 */
final class HeavyRead {
    private static final int TIMEOUT_MARGIN_SECONDS = 5;

    private final Channel channel;
    private final StepContext context;
    private final Ticker ticker;
    private final ReadLimits limits;
    private final AtomicReference<@Nullable How> attention = new AtomicReference<>();
    private volatile @Nullable Statement running;
    private long rows;
    private long bytes;

    HeavyRead(Channel channel, StepContext context, Ticker ticker, ReadLimits limits) {
        this.channel = channel;
        this.context = context;
        this.ticker = ticker;
        this.limits = limits;
    }

    /** Runs it to its end. Blocks up to the limits, and beyond them while the server is deaf to attention. */
    ReadEnd run(BoundSql batch, RowHandler handler, Deadlines deadlines, ThreadFactory threads) {
        Duration left = Duration.ofNanos(Math.max(0, context.nanosLeft()));
        boolean deadlineFirst = left.compareTo(limits.time()) < 0;
        Duration limit = deadlineFirst ? left : limits.time();
        Runnable alarm = () -> threads.newThread(() -> attention(deadlineFirst ? How.DEADLINE : How.TIME))
                .start();
        int seconds = Math.toIntExact(limit.toSeconds()) + TIMEOUT_MARGIN_SECONDS;
        How how;
        try (Channel.Live one = channel.begin();
                Statement statement = StatementRunner.prepare(channel.connection(), batch, seconds)) {
            running = statement;
            try (Deadlines.Pending armed = deadlines.after(limit, alarm)) {
                how = read(statement, batch, handler);
            } finally {
                running = null;
            }
        } catch (SQLException failed) {
            return acknowledged(whyEndedBy(failed), true, handler);
        }
        return acknowledged(how, false, handler);
    }

    /**
     * The end of a statement that we cut is its acknowledgement, for which its close waits. The driver keeps quiet there when
     * the connection breaks meanwhile.
     */
    private ReadEnd acknowledged(How how, boolean cutInside, RowHandler handler) {
        if (how != How.COMPLETE && channel.isGone()) {
            throw SqlServerFaults.broken(channel.where());
        }
        handler.end(cutInside);
        return new ReadEnd(how, rows, bytes);
    }

    /** Asks the server to end the statement. From any thread; blocks for a write at most; does nothing after the end. */
    void attention(How why) {
        attention.compareAndSet(null, why);
        Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException ended) {
                // it has ended, which is what was wanted
            }
        }
    }

    private How read(Statement statement, BoundSql batch, RowHandler handler) throws SQLException {
        boolean all = false;
        try {
            ResultSet results = StatementRunner.start(statement, batch);
            if (results == null) {
                throw new IllegalStateException(batch.header().name() + " answered without rows");
            }
            handler.begin(results);
            How cut = takeAll(results, handler);
            if (cut == null) {
                StatementRunner.finish(statement);
                all = true;
            } else {
                attention.compareAndSet(null, cut);
            }
            return cut == null ? How.COMPLETE : cut;
        } finally {
            if (!all) {
                statement.cancel();
            }
        }
    }

    /** Takes rows until they end (null) or a limit is reached and the last key is complete. */
    private @Nullable How takeAll(ResultSet results, RowHandler handler) throws SQLException {
        long begun = ticker.readNanos();
        while (results.next()) {
            How over = overLimit(begun);
            long taken = handler.take(results, over != null);
            if (taken == RowHandler.NOT_TAKEN) {
                return over;
            }
            rows++;
            bytes += taken;
        }
        return null;
    }

    private @Nullable How overLimit(long begun) {
        if (context.isCancelled()) {
            return How.CANCELLED;
        }
        if (context.isPastDeadline()) {
            return How.DEADLINE;
        }
        if (rows >= limits.rows()) {
            return How.ROWS;
        }
        if (bytes >= limits.bytes()) {
            return How.BYTES;
        }
        return ticker.readNanos() - begun >= limits.time().toNanos() ? How.TIME : null;
    }

    /** An end that we asked for, and that the server acknowledged, is a cut; any other is a fault. */
    private How whyEndedBy(SQLException failed) {
        Fault fault = SqlServerFaults.classify(failed, channel.where());
        How why = attention.get();
        boolean ours = fault instanceof Fault.Cancelled && why != null;
        if (ours || fault instanceof Fault.TimedOut) {
            return why == null ? How.TIME : why;
        }
        throw SqlServerFaults.wrap(failed, channel.where());
    }
}
