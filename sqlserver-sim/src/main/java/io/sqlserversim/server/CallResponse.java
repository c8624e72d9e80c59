package io.sqlserversim.server;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.tds.Tokens;
import io.sqlserversim.types.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one call of an RPC message: results, each ended with DONEINPROC, then RETURNSTATUS, the output
 * parameters, and DONEPROC, whatever order the engine gave them in.
 */
final class CallResponse extends Response {
    private final boolean last;
    private final List<ReturnValue> values = new ArrayList<>();
    private int status;
    private boolean failed;

    private record ReturnValue(
            int ordinal,
            String name,
            SqlType type,
            @Nullable Object value) {}

    CallResponse(Outbound out, boolean last) {
        super(out);
        this.last = last;
    }

    @Override
    void moreFollows() {}

    @Override
    void statementDone(int newStatus, int command, long count) {
        failed |= (newStatus & Tokens.ERROR) != 0;
        tokens().doneInProc(newStatus | Tokens.MORE, command, count);
    }

    @Override
    public void returnStatus(int value) {
        status = value;
    }

    @Override
    public void returnValue(int ordinal, String name, SqlType type, @Nullable Object value) {
        values.add(new ReturnValue(ordinal, name, type, value));
    }

    @Override
    void finish() {
        closeResult();
        boolean error = failed || isFailing();
        tokens().returnStatus(status);
        for (ReturnValue value : values) {
            writeValue(value);
        }
        int more = last ? 0 : Tokens.MORE | Tokens.RPC_IN_BATCH;
        tokens().doneProc(more | (error ? Tokens.ERROR : 0));
        if (last) {
            out().end();
        }
    }

    private void writeValue(ReturnValue value) {
        int at = out().buffer().size();
        try {
            tokens().returnValue(value.ordinal(), value.name(), value.type(), value.value());
        } catch (IllegalArgumentException | ClassCastException e) {
            out().buffer().truncate(at);
            error(
                    new SqlError(
                            8114,
                            16,
                            5,
                            "Error converting an output parameter to "
                                    + value.type().kind() + "."),
                    1);
        }
    }

    @Override
    void cancelled() {
        out().forgetUnsent();
        tokens().doneProc(Tokens.ERROR);
        out().end();
    }
}
