package io.tidegate.sqlserver.session;

import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.fault.SqlServerFaults;
import io.tidegate.sqlserver.fault.Where;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection, and the statements on it. Confined to one thread, but for {@link #abort()}.
 *
 * <p>Every method that talks to the server blocks up to the limits it was opened with, and throws
 * {@link SqlServerException}.
 */
public final class Channel implements AutoCloseable {
    private static final Executor HERE = Runnable::run;

    private final Connection connection;
    private final Where where;
    private final int lightSeconds;
    private final AtomicBoolean live; // of the connection: channels of several databases share it
    private final CostMeter cost; // of the session, likewise
    private volatile boolean aborted;

    Channel(Connection connection, Where where, Duration lightLimit) {
        this(
                connection,
                where,
                Math.toIntExact(Math.max(1, lightLimit.toSeconds())),
                new AtomicBoolean(),
                new CostMeter());
    }

    private Channel(Connection connection, Where where, int lightSeconds, AtomicBoolean live, CostMeter cost) {
        this.connection = connection;
        this.where = where;
        this.lightSeconds = lightSeconds;
        this.live = live;
        this.cost = cost;
    }

    /**
     * Runs a light statement and reads all its rows.
     *
     * @param <T> type of a row
     * @param sql a light statement
     * @param mapper makes a value of each row
     * @return in the server's order
     */
    public <T> List<T> query(BoundSql sql, RowMapper<T> mapper) {
        List<T> found = new ArrayList<>();
        walk(sql, rows -> {
            while (rows.next()) {
                found.add(mapper.map(rows));
            }
        });
        return found;
    }

    /**
     * Runs a light batch and walks through all its results, row by row, as they arrive.
     *
     * @param sql a light batch
     * @param walker called once per result, before its first row; moves through it
     */
    public void walk(BoundSql sql, ResultWalker walker) {
        requireLight(sql);
        try (Live one = begin();
                Statement statement = StatementRunner.prepare(connection, sql, lightSeconds)) {
            ResultSet rows = StatementRunner.start(statement, sql);
            while (rows != null) {
                walker.result(rows);
                rows = StatementRunner.next(statement);
            }
        } catch (SQLException failed) {
            throw SqlServerFaults.wrap(failed, where);
        }
    }

    /** One statement on a connection, from before its send until its last result was read or given up. */
    interface Live extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Begins a statement. A second one on the same connection would have the driver read all of the first one's rows into
     * memory first.
     *
     * @throws IllegalStateException while another one is live here
     */
    Live begin() {
        if (!live.compareAndSet(false, true)) {
            throw new IllegalStateException("a statement is live on this connection");
        }
        return () -> live.set(false);
    }

    private static void requireLight(BoundSql sql) {
        if (sql.header().isHeavy()) {
            throw new IllegalArgumentException(sql.header().name() + " is heavy: it runs under a lease only");
        }
    }

    /**
     * Runs a light statement that has exactly one row.
     *
     * @param <T> type of the row
     * @param sql a light statement
     * @param mapper makes a value of it
     * @return the value
     */
    public <T> T one(BoundSql sql, RowMapper<T> mapper) {
        return first(sql, mapper)
                .orElseThrow(() -> new IllegalStateException(sql.header().name() + " answered without a row"));
    }

    /**
     * Runs a light statement and takes its first row.
     *
     * @param <T> type of the row
     * @param sql a light statement
     * @param mapper makes a value of it
     * @return empty when there is no row
     */
    public <T> Optional<T> first(BoundSql sql, RowMapper<T> mapper) {
        return query(sql, mapper).stream().findFirst();
    }

    /**
     * Runs a light statement without a result.
     *
     * @param sql a light statement
     */
    public void run(BoundSql sql) {
        query(sql, row -> "");
    }

    /**
     * Reads the session's counters. Blocks for a light batch.
     *
     * @return what was added since they were taken last
     */
    public SessionCost cost() {
        cost.seen(one(Statements.SESSION_COST.text().bind().build(), SessionCost::of));
        return takeCost();
    }

    /**
     * Takes note of the session's counters, which came in a batch with something else.
     *
     * @param rows of {@code session_cost}, before its one row
     * @throws SQLException as the driver does
     */
    public void costSeen(ResultSet rows) throws SQLException {
        if (rows.next()) {
            cost.seen(SessionCost.of(rows));
        }
    }

    /**
     * What the session has cost by the counters that were seen last. Does not ask the server.
     *
     * @return what was added since they were taken last
     */
    public SessionCost takeCost() {
        return cost.take();
    }

    /**
     * The same connection, for work on one database: what fails there names it.
     *
     * @param database its name
     * @return to be used instead of this one, by the same thread; closing either closes the connection
     */
    public Channel on(String database) {
        return new Channel(connection, new Where(where.server(), where.login(), database), lightSeconds, live, cost);
    }

    /**
     * What is worked on here.
     *
     * @return for the words of a fault
     */
    public Where where() {
        return where;
    }

    Connection connection() {
        return connection;
    }

    /** Whether nothing more can be asked here. Does not ask the server. */
    boolean isGone() {
        try {
            return aborted || connection.isClosed();
        } catch (SQLException gone) {
            return true;
        }
    }

    /**
     * Cuts the connection off without a word to the server, whatever it is waiting for. From any thread; idempotent;
     * does not wait for the server.
     */
    public void abort() {
        aborted = true;
        try {
            connection.abort(HERE);
        } catch (SQLException already) {
            // it is gone, which is what was wanted
        }
    }

    /** Closes the connection. Idempotent, throws nothing. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            abort();
        }
    }
}
