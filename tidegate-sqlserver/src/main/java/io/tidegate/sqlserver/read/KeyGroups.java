package io.tidegate.sqlserver.read;

import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import io.tidegate.sqlserver.session.RowHandler;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the rows of the current key back until the key changes, so that a cut never falls inside a key: the second part
 * of a split row would be lost for good. Confined to one thread.
 *
 * @param <R> what rows
 */
final class KeyGroups<R extends StatsRow> implements RowHandler {
    /** So many rows may come behind the row limit until the key changes. */
    private static final long SPLIT_ROWS = 1_000;

    private final Parsing<R> parsing;
    private final StatsSink<? super R> sink;
    private final long maxRows;
    private final List<R> pending = new ArrayList<>();
    private @Nullable Parser<R> parser;
    private @Nullable StatsKey lastKey;
    private long taken;
    private boolean limited;

    private KeyGroups(Parsing<R> parsing, StatsSink<? super R> sink, long maxRows) {
        this.parsing = parsing;
        this.sink = sink;
        this.maxRows = maxRows;
    }

    /** Makes a parser for a result. */
    @FunctionalInterface
    interface Parsing<R> {
        Parser<R> of(ResultSet rows) throws SQLException;
    }

    /** Makes a row of the one on which a result stands. */
    @FunctionalInterface
    interface Parser<R> {
        R read(ResultSet row) throws SQLException;
    }

    /** A statement that gives so many rows at most. */
    @FunctionalInterface
    interface Limited {
        BoundSql of(long maxRows);
    }

    /** Reads with one statement, whose own limit is one more way to be cut. */
    static <R extends StatsRow> StatsRead read(
            HeavySession session, Limited statement, ReadLimits limits, Parsing<R> parsing, StatsSink<? super R> sink) {
        long maxRows = limits.rows() + SPLIT_ROWS;
        KeyGroups<R> groups = new KeyGroups<>(parsing, sink, maxRows);
        ReadEnd end = session.read(statement.of(maxRows), limits, groups);
        if (end.isComplete() && groups.limited) {
            end = new ReadEnd(ReadEnd.How.ROWS, end.rows(), end.bytes());
        }
        return new StatsRead(end, groups.lastKey);
    }

    @Override
    public void begin(ResultSet rows) throws SQLException {
        parser = parsing.of(rows);
    }

    @Override
    public long take(ResultSet row, boolean closing) throws SQLException {
        if (parser == null) {
            throw new IllegalStateException("take before begin");
        }
        R next = parser.read(row);
        if (!pending.isEmpty() && !pending.getLast().key().equals(next.key())) {
            flush();
        }
        if (closing && pending.isEmpty()) {
            return NOT_TAKEN;
        }
        pending.add(next);
        taken++;
        return next.fixedBytes();
    }

    /** A statement that gave as many rows as it may has perhaps been cut inside the last key. */
    @Override
    public void end(boolean cutInside) {
        limited = taken >= maxRows;
        if (cutInside || limited) {
            if (limited && lastKey == null) {
                throw new IllegalStateException("one key has " + taken + " rows or more");
            }
            pending.clear();
        } else {
            flush();
        }
    }

    private void flush() {
        if (!pending.isEmpty()) {
            lastKey = pending.getLast().key();
            pending.forEach(sink::accept);
            pending.clear();
        }
    }
}
