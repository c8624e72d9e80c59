package io.sqlserversim.server;

import io.sqlserversim.engine.SqlError;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionSettings;
import io.sqlserversim.tds.TransactionRequest;
import org.jspecify.annotations.Nullable;

/**
 * One session's transaction as its client knows it: by a descriptor that the server gives out when one begins, be it by a
 * transaction manager request or by T-SQL, and takes back when it ends. Confined to the executor.
 */
final class WireTransactions {
    private final SessionHost host;
    private final Session session;
    private final Outbound out;
    private long open; // the descriptor that the client has, 0 for none
    private long last;

    WireTransactions(SessionHost host, Session session, Outbound out) {
        this.host = host;
        this.session = session;
        this.out = out;
    }

    /** Carries a transaction manager request out, and writes what changed. Returns the error, null when there is none. */
    @Nullable
    SqlError handle(TransactionRequest request) {
        SessionSettings settings = session.settings();
        return switch (request.kind()) {
            case BEGIN -> {
                settings.transactionCount(settings.transactionCount() + 1);
                announce();
                yield null;
            }
            case COMMIT, ROLLBACK -> end(request, settings);
            case SAVE -> null;
            case DISTRIBUTED -> new SqlError(8501, 16, 3, "MSDTC on this server is unavailable.");
        };
    }

    private @Nullable SqlError end(TransactionRequest request, SessionSettings settings) {
        boolean commit = request.kind() == TransactionRequest.Kind.COMMIT;
        int count = settings.transactionCount();
        if (count == 0) {
            return commit
                    ? new SqlError(
                            3902, 16, 1, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.")
                    : new SqlError(
                            3903, 16, 1, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.");
        }
        if (commit && count > 1) {
            settings.transactionCount(count - 1);
        } else {
            settings.endTransaction(commit);
            host.transactionEnded(session);
        }
        announce();
        if (request.beginsAgain()) {
            settings.transactionCount(settings.transactionCount() + 1);
            announce();
        }
        return null;
    }

    /** Tells the client what has begun or ended since the last time. Written before the DONE that ends an answer. */
    void announce() {
        boolean running = session.settings().transactionCount() > 0;
        if (running && open == 0) {
            open = ++last;
            out.tokens().changes().transactionBegun(open);
        } else if (!running && open != 0) {
            out.tokens().changes().transactionEnded(session.settings().isCommitted(), open);
            open = 0;
        }
    }

    /** The session was reset: its transaction is gone, and the client knows. */
    void forget() {
        open = 0;
    }
}
