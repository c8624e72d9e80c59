package io.sqlserversim.engine;

import io.sqlserversim.sql.Statement;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches the rows of INSERT ... EXECUTE; everything else goes to the client. */
final class CollectingSink implements ResponseSink {
    /** Takes the rows. */
    interface Taker {
        void take(List<Column> columns, @Nullable Object[] row);
    }

    private final ResponseSink client;
    private final Taker taker;
    private List<Column> columns = List.of();

    private CollectingSink(ResponseSink client, Taker taker) {
        this.client = client;
        this.taker = taker;
    }

    static void collect(Run run, ExecuteStatements executes, Statement statement, Frame frame, Taker taker) {
        ResponseSink client = run.sink();
        run.redirect(new CollectingSink(client, taker));
        try {
            executes.run(statement, frame);
        } finally {
            run.redirect(client);
        }
    }

    @Override
    public void columns(List<Column> newColumns) {
        columns = newColumns;
    }

    @Override
    public void row(@Nullable Object[] values) {
        taker.take(columns, values);
    }

    @Override
    public void done(Command command, long count) {
        if (command == Command.FAILED) {
            client.done(command, count);
        }
    }

    @Override
    public void info(int number, int severity, int state, String text) {
        client.info(number, severity, state, text);
    }

    @Override
    public void error(SqlError error, int line) {
        client.error(error, line);
    }

    @Override
    public void databaseChanged(String from, String to) {
        client.databaseChanged(from, to);
    }

    @Override
    public void returnStatus(int status) {
        client.returnStatus(status);
    }

    @Override
    public void returnValue(int ordinal, String name, SqlType type, @Nullable Object value) {
        client.returnValue(ordinal, name, type, value);
    }

    @Override
    public long bytes() {
        return client.bytes();
    }

    @Override
    public long rows() {
        return client.rows();
    }

    @Override
    public void flush() {
        client.flush();
    }

    @Override
    public void dropConnection() {
        client.dropConnection();
    }
}
