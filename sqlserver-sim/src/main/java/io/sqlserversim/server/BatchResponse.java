package io.sqlserversim.server;

import io.sqlserversim.tds.Tokens;
import io.sqlserversim.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a batch. Each statement ends with DONE; only the last one has no MORE bit, so a DONE waits until it is
 * known whether something follows it.
 */
final class BatchResponse extends Response {
    private boolean waiting;
    private int status;
    private int command;
    private long count;

    BatchResponse(Outbound out) {
        super(out);
    }

    @Override
    void moreFollows() {
        if (waiting) {
            waiting = false;
            tokens().done(status | Tokens.MORE, command, count);
        }
    }

    @Override
    void statementDone(int newStatus, int newCommand, long newCount) {
        waiting = true;
        status = newStatus;
        command = newCommand;
        count = newCount;
    }

    @Override
    public void returnStatus(int value) {
        throw new IllegalStateException("a batch has no return status");
    }

    @Override
    public void returnValue(int ordinal, String name, SqlType type, @Nullable Object value) {
        throw new IllegalStateException("a batch has no output parameters");
    }

    @Override
    void finish() {
        closeResult();
        if (isFailing()) {
            done(Command.FAILED, -1);
        }
        if (waiting) {
            waiting = false;
            tokens().done(status, command, count);
        } else {
            tokens().done(0, 0, 0);
        }
        out().end();
    }

    @Override
    void cancelled() {
        if (!out().forgetUnsent()) {
            moreFollows();
        }
        tokens().done(Tokens.ERROR, Tokens.SELECT, 0);
        out().end();
    }
}
