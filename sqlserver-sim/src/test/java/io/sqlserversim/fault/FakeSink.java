package io.sqlserversim.fault;

import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.engine.StatementEnded.Reason;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A sink that counts; each row is 10 bytes. A dropped connection is noticed at the next row. */
final class FakeSink implements ResponseSink {
    final AtomicLong rows = new AtomicLong();
    final AtomicLong flushes = new AtomicLong();
    volatile boolean dropped;

    @Override
    public void columns(List<Column> columns) {}

    @Override
    public void row(Object[] values) {
        if (dropped) {
            throw new StatementEnded(Reason.CONNECTION_DEAD);
        }
        rows.incrementAndGet();
    }

    @Override
    public void done(Command command, long count) {}

    @Override
    public void info(int number, int severity, int state, String text) {}

    @Override
    public void error(SqlError error, int line) {}

    @Override
    public void databaseChanged(String from, String to) {}

    @Override
    public void returnStatus(int status) {}

    @Override
    public void returnValue(int ordinal, String name, SqlType type, Object value) {}

    @Override
    public void flush() {
        flushes.incrementAndGet();
    }

    @Override
    public void dropConnection() {
        dropped = true;
    }

    @Override
    public long bytes() {
        return rows.get() * 10;
    }

    @Override
    public long rows() {
        return rows.get();
    }
}
