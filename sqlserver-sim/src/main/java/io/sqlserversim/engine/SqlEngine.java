package io.sqlserversim.engine;

import io.sqlserversim.session.Session;

/** Executes requests. Thread-safe: one request per session at a time, many sessions at once. */
public interface SqlEngine {
    /**
     * Executes one request and writes its whole answer. Errors of the request go to the sink, not to the caller. The
     * session's current request (see {@link Session}) is begun and ended here, so that other sessions see it while it
     * runs; it blocks as long as the statements run.
     *
     * @param session whose request it is
     * @param request what to execute
     * @param sink where the answer goes
     * @throws StatementEnded when the request ended by attention, kill, shutdown or a dead socket
     */
    void execute(Session session, Request request, ResponseSink sink);
}
