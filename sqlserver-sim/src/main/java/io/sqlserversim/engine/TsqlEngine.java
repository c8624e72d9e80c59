package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.fault.StatementFaults;
import io.sqlserversim.instance.HeavyJudge;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.session.RunningRequest;
import io.sqlserversim.session.Session;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The T-SQL engine of one simulated server. Thread-safe. A session's state (temporary tables, prepared statements,
 * options) begins with its first request and ends with {@link #endSession}.
 */
public final class TsqlEngine implements SqlEngine {
    private final Services services;
    private final Map<Session, SessionState> states = new ConcurrentHashMap<>();

    /**
     * An engine.
     *
     * @param catalog what can be read
     * @param locks the server's application locks
     * @param faults scripted faults, {@link StatementFaults#NONE} for none
     * @param judge counts heavy statements
     * @param clock the server's clock
     * @param directory the server's sessions, for KILL
     */
    public TsqlEngine(
            Catalog catalog,
            AppLocks locks,
            StatementFaults faults,
            HeavyJudge judge,
            ServerClock clock,
            SessionDirectory directory) {
        this.services = new Services(catalog, locks, faults, judge, clock, directory, new ParseCache());
    }

    @Override
    public void execute(Session session, Request request, ResponseSink sink) {
        SessionState state = states.computeIfAbsent(session, s -> new SessionState());
        state.beginRequest();
        session.begin(running(session, request));
        try {
            session.signals().check();
            Run run = new Run(services, session, state, sink);
            BatchRunner batches = new BatchRunner(run);
            switch (request) {
                case Request.Batch batch -> batches.batch(batch.text());
                case Request.Rpc rpc -> new RpcRunner(run, batches).call(rpc);
            }
        } catch (StackOverflowError e) {
            sink.error(
                    new SqlError(
                            8631,
                            17,
                            1,
                            "Internal error: Server stack limit has been reached. Please look for"
                                    + " potentially deep nesting in your query, and try to simplify it."),
                    1);
        } finally {
            session.end(services.clock().now());
        }
    }

    private RunningRequest running(Session session, Request request) {
        String text = switch (request) {
            case Request.Batch batch -> batch.text();
            case Request.Rpc rpc -> RpcRunner.text(rpc);
        };
        return new RunningRequest(services.clock().now(), CommandName.of(text), text, session.database());
    }

    /**
     * Ends a session: frees its application locks, temporary tables and prepared statements. To be called once the
     * session's last request has ended; harmless when called twice.
     *
     * @param session whose end it is
     */
    public void endSession(Session session) {
        states.remove(session);
        services.locks().releaseAll(session);
    }

    /**
     * Resets a session as {@code sp_reset_connection} does: options, temporary tables, prepared statements, open
     * transactions and application locks. The database is the caller's to reset.
     *
     * @param session which
     */
    public void resetSession(Session session) {
        SessionState state = states.get(session);
        if (state != null) {
            state.reset();
        }
        session.settings().reset();
        services.locks().releaseAll(session);
    }

    /**
     * Frees what a session's transaction held. The count of open transactions is the caller's to change.
     *
     * @param session which
     */
    public void endTransaction(Session session) {
        services.locks().releaseTransaction(session);
    }
}
