package io.tidegate.store.postgres;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Deadlines;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.PGConnection;

/**
 * A connection that a call has from the pool, until the call's deadline: then the socket is closed under it, so that no
 * call outlives its limit, whatever the server or the network do. Confined to the call's thread, but for the deadline.
 */
final class Lent implements AutoCloseable {
    private final Connection connection;
    private final Duration limit;
    private final Runnable evict;
    private final Deadlines.Pending deadline;

    /** Set once: by the deadline, which then aborts, or by the end of the call. */
    private final AtomicBoolean decided = new AtomicBoolean();

    private volatile boolean aborted;

    Lent(
            Connection connection,
            Duration left,
            Duration limit,
            Deadlines deadlines,
            ThreadFactory threads,
            Runnable evict) {
        this.connection = connection;
        this.limit = limit;
        this.evict = evict;
        this.deadline = deadlines.after(left, () -> abort(threads));
    }

    Db db() {
        return new Db(connection);
    }

    private void abort(ThreadFactory threads) {
        if (decided.compareAndSet(false, true)) {
            aborted = true;
            threads.newThread(this::closeSocket).start();
        }
    }

    private void closeSocket() {
        try {
            ((Connection) connection.unwrap(PGConnection.class)).abort(Runnable::run);
        } catch (SQLException e) {
            // it is closed already, and that is all that was wanted
        }
    }

    /** Commits; a commit of what was written, without an answer, is ambiguous. */
    void commit(boolean writes) {
        try {
            connection.commit();
        } catch (SQLException e) {
            boolean open = writes && (aborted || Failures.isConnection(e));
            throw aborted ? Failures.late(limit, e, open) : Failures.during(e, open);
        }
    }

    /** What a failure of the work means: of a call given up at its limit, the limit is the news. */
    SQLException workFailed(SQLException e) {
        rollback(e);
        if (aborted) {
            throw Failures.late(limit, e, false);
        }
        return e;
    }

    /** Takes all back; a connection on which that fails is of no use to anybody. */
    void rollback(Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
            evict.run();
        }
    }

    @Override
    public void close() {
        deadline.close();
        if (!decided.compareAndSet(false, true)) {
            evict.run();
        }
        try {
            connection.close();
        } catch (SQLException e) {
            throw new StoreException("A connection could not be given back to the pool.", e);
        }
    }
}
