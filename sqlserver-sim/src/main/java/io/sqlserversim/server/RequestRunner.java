package io.sqlserversim.server;

import io.sqlserversim.engine.Request;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.session.Session;
import io.sqlserversim.tds.Requests;
import io.sqlserversim.tds.RpcMessage;
import io.sqlserversim.tds.TdsVersion;
import io.sqlserversim.tds.Tokens;
import io.sqlserversim.tds.TransactionRequest;
import io.sqlserversim.wire.Message;
import io.sqlserversim.wire.PacketType;
import io.sqlserversim.wire.ProtocolException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** Executes one session's requests and answers them. Confined to the executor. */
final class RequestRunner {
    private static final Logger LOG = System.getLogger(RequestRunner.class.getName());

    /** Called by name by clients that pool without the reset bit; not known to T-SQL. */
    private static final String RESET = "sp_reset_connection";

    private final SessionHost host;
    private final Session session;
    private final TdsVersion version;
    private final Outbound out;
    private final WireTransactions transactions;

    RequestRunner(SessionHost host, Session session, TdsVersion version, Outbound out) {
        this.host = host;
        this.session = session;
        this.version = version;
        this.out = out;
        this.transactions = new WireTransactions(host, session, out);
    }

    /**
     * Executes a request.
     *
     * @return whether the session goes on
     * @throws StatementEnded when the socket is dead while no statement runs
     */
    boolean run(Message message) {
        if (message.ignored()) {
            out.tokens().done(Tokens.ERROR, 0, 0);
            out.end();
            return true;
        }
        if (message.reset()) {
            host.reset(session);
            transactions.forget();
            out.tokens().changes().reset();
        }
        try {
            return switch (message.type()) {
                case PacketType.SQL_BATCH -> batch(Requests.batchText(message.payload(), version));
                case PacketType.RPC -> calls(RpcMessage.parse(message.payload(), version));
                case PacketType.TRANSACTION_MANAGER ->
                    transaction(TransactionRequest.parse(message.payload(), version));
                case PacketType.BULK_LOAD -> refuse(4820, 16, 1, "Cannot bulk load: this server takes no bulk loads.");
                default -> throw new ProtocolException("a message of type " + message.type());
            };
        } catch (ProtocolException e) {
            refuse(
                    8009,
                    16,
                    1,
                    "The incoming tabular data stream (TDS) protocol stream is incorrect: " + e.getMessage() + ".");
            return false;
        }
    }

    private boolean batch(String text) {
        return answer(new BatchResponse(out), new Request.Batch(text)) != Answer.LAST;
    }

    private boolean calls(List<Request.Rpc> calls) {
        for (int i = 0; i < calls.size(); i++) {
            switch (answer(new CallResponse(out, i == calls.size() - 1), calls.get(i))) {
                case COMPLETE -> {}
                case CANCELLED -> {
                    return true;
                }
                case LAST -> {
                    return false;
                }
            }
        }
        return true;
    }

    /** How an answer ended. */
    private enum Answer {
        /** Written whole. */
        COMPLETE,
        /** Cut by an attention, its message ended. */
        CANCELLED,
        /** The session is over. */
        LAST
    }

    private Answer answer(Response response, Request request) {
        try {
            execute(response, request);
            response.closeResult();
            transactions.announce();
            response.finish();
            return response.isFatal() ? Answer.LAST : Answer.COMPLETE;
        } catch (StatementEnded e) {
            return switch (e.reason()) {
                case ATTENTION -> {
                    response.cancelled();
                    yield Answer.CANCELLED;
                }
                case KILLED -> {
                    response.killed();
                    yield Answer.LAST;
                }
                case CONNECTION_DEAD, SHUTDOWN -> Answer.LAST;
            };
        }
    }

    private void execute(Response response, Request request) {
        try {
            if (request instanceof Request.Rpc call && call.procedure().equalsIgnoreCase(RESET)) {
                host.reset(session);
                return;
            }
            host.engine().execute(session, request, response);
        } catch (StatementEnded e) {
            throw e;
        } catch (SqlError e) {
            response.error(e, 1);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(Level.ERROR, "the engine failed on a request of session " + session.sessionId(), e);
            response.error(
                    new SqlError(
                            8624,
                            16,
                            1,
                            "Internal Query Processor Error: " + e.getClass().getSimpleName() + "."),
                    1);
        }
    }

    private boolean transaction(TransactionRequest request) {
        SqlError error = transactions.handle(request);
        if (error != null) {
            return refuse(error.number(), error.severity(), error.state(), error.text());
        }
        out.tokens().done(0, 0xFD, 0);
        out.end();
        return true;
    }

    private boolean refuse(int number, int severity, int state, String text) {
        out.tokens().error(number, state, severity, text, 1);
        out.tokens().done(Tokens.ERROR, 0, 0);
        out.end();
        return true;
    }
}
