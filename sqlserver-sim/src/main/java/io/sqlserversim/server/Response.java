package io.sqlserversim.server;

import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.tds.RowWriter;
import io.sqlserversim.tds.Tokens;
import io.sqlserversim.types.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the answers to a batch and to a call have in common. Confined to the executor. */
abstract sealed class Response implements ResponseSink permits BatchResponse, CallResponse {
    private static final int CONTEXT_CHANGED = 5701;
    private static final int FATAL_SEVERITY = 20;
    private static final int DRAIN_AT = 4096;

    private final Outbound out;
    private final long bytesBefore;
    private @Nullable RowWriter result;
    private long rows;
    private long resultRows;
    private boolean failing; // an error was sent and its statement not yet ended
    private boolean fatal;

    Response(Outbound out) {
        this.out = out;
        this.bytesBefore = out.bytes();
    }

    final Outbound out() {
        return out;
    }

    final Tokens tokens() {
        return out.tokens();
    }

    /** Writes what had to wait until it was known that more follows. */
    abstract void moreFollows();

    /** Ends a statement. */
    abstract void statementDone(int status, int command, long count);

    /** Ends the whole answer, and its message unless another call follows. */
    abstract void finish();

    /** Ends an answer that was cut by an attention, and its message. */
    abstract void cancelled();

    @Override
    public final void columns(List<Column> columns) {
        check();
        closeResult();
        moreFollows();
        result = tokens().columns(columns);
        resultRows = 0;
    }

    @Override
    public final void row(@Nullable Object[] values) {
        check();
        RowWriter writer = result;
        if (writer == null) {
            throw new IllegalStateException("a row without columns");
        }
        writer.row(values);
        rows++;
        resultRows++;
        drainWhenFull();
    }

    private void check() {
        out.signals().check();
        out.checkAlive();
    }

    private void drainWhenFull() {
        if (out.buffer().size() > DRAIN_AT) {
            out.drain();
        }
    }

    @Override
    public final void done(Command command, long count) {
        result = null;
        int status = count >= 0 && command != Command.FAILED ? Tokens.COUNT : 0;
        if (failing || command == Command.FAILED) {
            status |= Tokens.ERROR;
        }
        failing = false;
        moreFollows();
        statementDone(status, currentCommand(command), Math.max(0, count));
        drainWhenFull();
    }

    private static int currentCommand(Command command) {
        return switch (command) {
            case SELECT, FAILED -> Tokens.SELECT;
            case SELECT_INTO -> 0xC2;
            case INSERT -> 0xC3;
            case DELETE -> 0xC4;
            case UPDATE -> 0xC5;
            case EXECUTE -> Tokens.EXECUTE;
            case SET -> 0xB9;
            case USE -> 0xE2;
            case OTHER -> 0;
        };
    }

    @Override
    public final void info(int number, int severity, int state, String text) {
        check();
        moreFollows();
        tokens().info(number, state, severity, text, 1);
        drainWhenFull();
    }

    @Override
    public final void error(SqlError error, int line) {
        moreFollows();
        tokens().error(error.number(), error.state(), error.severity(), error.text(), line);
        failing = true;
        fatal |= error.severity() >= FATAL_SEVERITY;
        drainWhenFull();
    }

    @Override
    public final void databaseChanged(String from, String to) {
        moreFollows();
        tokens().changes().database(from, to);
        tokens().info(CONTEXT_CHANGED, 1, 0, "Changed database context to '" + to + "'.", 1);
    }

    @Override
    public final void flush() {
        check();
        moreFollows();
        out.flush();
    }

    @Override
    public final void dropConnection() {
        out.drop();
    }

    @Override
    public final long bytes() {
        return out.bytes() - bytesBefore;
    }

    @Override
    public final long rows() {
        return rows;
    }

    /** Whether an error of severity 20 or above was sent, after which the connection is closed. */
    final boolean isFatal() {
        return fatal;
    }

    final boolean isFailing() {
        return failing;
    }

    /** A result set that the engine left open is ended with its count. */
    final void closeResult() {
        if (result != null) {
            done(Command.SELECT, resultRows);
        }
    }

    /** Ends an answer whose session was killed: both errors, and the end of the message. */
    final void killed() {
        out.beginFarewell();
        moreFollows();
        tokens().error(596, 1, 21, "Cannot continue the execution because the session is in the kill state.", 1);
        tokens().error(
                        0,
                        0,
                        20,
                        "A severe error occurred on the current command.  The results, if any, should be discarded.",
                        1);
        tokens().done(Tokens.ERROR, 0, 0);
        try {
            out.end();
        } catch (StatementEnded e) {
            // the client is gone too; the session ends in any case
        }
    }
}
