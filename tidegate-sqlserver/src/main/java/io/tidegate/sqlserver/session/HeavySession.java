package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.Lease;
import io.tidegate.core.step.StepContext;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.ReadEnd.How;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one session of one lease, inside ring 3. Never opened again: after a fault that ends it, it is over. Confined to one
 * thread; attention and abort come from the step's own hooks.
 *
 * <p>{@link #close()} ends it in order: it reads what the session cost, leaves ring 3 and tells the lease once the server
 * has answered. Where that cannot be, the connection is cut off and the lease stays where it is: unknown.
 */
public final class HeavySession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeavySession.class);

    private final OpenedSession session;
    private final RingThree.Hold hold;
    private final Guards guards;
    private final Lease lease;
    private final StepContext context;
    private final Tools tools;
    private final StepContext.Registration abort;
    private final StepContext.Registration cancel;
    private final BlockWatch watch;
    private volatile @Nullable HeavyRead reading;
    private volatile String cutBecause = "";
    private Supplier<Optional<String>> first = Optional::empty;
    private boolean closed;

    /** What a session is run with. Immutable. */
    record Tools(Deadlines deadlines, ThreadFactory threads, ThreadFactory looks, Ticker ticker, LightSessions light) {}

    HeavySession(
            OpenedSession session,
            RingThree.Hold hold,
            Guards guards,
            Lease lease,
            StepContext context,
            Tools tools,
            StepContext.Registration abort) {
        this.session = session;
        this.hold = hold;
        this.guards = guards;
        this.lease = lease;
        this.context = context;
        this.tools = tools;
        this.abort = abort;
        this.watch = new BlockWatch(
                session, tools, cost -> lease.meter().besides(cost.cpuMs(), cost.logicalReads(), cost.writes()));
        this.cancel = context.onCancel(this::attention);
    }

    /**
     * Runs a heavy statement behind its guards, and hands over its rows. Blocks up to the limits, and beyond them only
     * while the server is deaf to attention; the second limit then aborts the connection.
     *
     * @param sql a statement of the catalogue
     * @param limits what it may take
     * @param handler takes the rows
     * @return complete, or what cut it: the server has acknowledged its end either way
     * @throws SqlServerException on any other end
     * @throws IllegalStateException when the lease does not allow it, or when a statement of this session is being read:
     *     a second one would make the driver keep the rest of the first in the heap
     */
    public ReadEnd read(BoundSql sql, ReadLimits limits, RowHandler handler) {
        if (!lease.mayRunHeavy()) {
            throw new IllegalStateException("the lease does not allow heavy statements now");
        }
        if (context.isCancelled() || context.isPastDeadline()) {
            return new ReadEnd(context.isCancelled() ? How.CANCELLED : How.DEADLINE, 0, 0);
        }
        requireIdle();
        if (cutBecause.isEmpty()) {
            cutBecause = first.get().orElse("");
        }
        if (!cutBecause.isEmpty()) {
            return new ReadEnd(How.BLOCKING, 0, 0);
        }
        HeavyRead read = new HeavyRead(session.channel(), context, tools.ticker(), limits);
        reading = read;
        try (BlockWatch.Watched watched = watch.during(why -> giveWay(read, why))) {
            ReadEnd end = read.run(guards.before(sql), handler, tools.deadlines(), tools.threads());
            lease.meter().read(end.rows(), end.bytes());
            return end;
        } finally {
            reading = null;
        }
    }

    /**
     * The lease's row is to show that a stretch of history is worked on, whatever comes of it; several widen it.
     *
     * @param from start, inclusive
     * @param to end, exclusive
     */
    public void worksOn(Instant from, Instant to) {
        lease.meter().stretch(from, to);
    }

    /**
     * From now on this is asked before each heavy statement.
     *
     * @param look why nothing more is to be read, which then holds for the rest of the session; empty to go on. It may block
     */
    public void lookingFirst(Supplier<Optional<String>> look) {
        first = look;
    }

    private void giveWay(HeavyRead read, String why) {
        cutBecause = why;
        read.attention(How.BLOCKING);
    }

    /**
     * Why this session reads nothing more, where it stood in another one's way or a look before a statement said so.
     *
     * @return empty while it did not; read from any thread
     */
    public Optional<String> cutBecause() {
        return cutBecause.isEmpty() ? Optional.empty() : Optional.of(cutBecause);
    }

    /**
     * Reads the session's counters, and charges what was added since the last reading to the lease. Blocks for a light
     * batch.
     *
     * @return what was added
     * @throws IllegalStateException when a statement of this session is being read
     */
    public SessionCost charge() {
        requireIdle();
        SessionCost added = session.channel().cost();
        lease.meter().serverCost(added.cpuMs(), added.logicalReads(), added.writes());
        return added;
    }

    /**
     * The connection, for light statements in between, such as a look at the interval list.
     *
     * @return the session's own
     * @throws IllegalStateException when a statement of this session is being read
     */
    public Channel channel() {
        requireIdle();
        return session.channel();
    }

    private void requireIdle() {
        if (reading != null) {
            throw new IllegalStateException("a statement of this session is being read");
        }
    }

    /**
     * Who this session is.
     *
     * @return identity and clock as read at its start
     */
    public OpenedSession opened() {
        return session;
    }

    /** Ends the session, see above. Idempotent, throws nothing; blocks for two light batches. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.close();
        cancel.close();
        boolean wasGone = session.channel().isGone();
        try {
            leaveInOrder();
        } catch (RuntimeException unproven) {
            tellUnproven(wasGone, unproven);
            session.channel().abort();
        } finally {
            abort.close();
            session.channel().close();
        }
    }

    /** Where the connection was gone before, whoever used the session has said so. */
    private void tellUnproven(boolean wasGone, RuntimeException why) {
        String server = session.target().name();
        int id = session.identity().sessionId();
        if (!wasGone) {
            LOG.warn(
                    "server={} session={} the end of our session is not proven. Next: nothing heavy runs there until a"
                            + " next try has proven it",
                    server,
                    id);
        }
        LOG.debug("server={} session={} the end is not proven", server, id, why);
    }

    private void leaveInOrder() {
        if (session.channel().isGone()) {
            throw new IllegalStateException("the connection is gone");
        }
        try {
            charge();
        } catch (SqlServerException unread) {
            LOG.debug(
                    "{}: the cost could not be read and is estimated",
                    session.target().name());
        }
        hold.leave();
    }

    private void attention() {
        HeavyRead read = reading;
        if (read != null) {
            read.attention(How.CANCELLED);
        }
    }
}
