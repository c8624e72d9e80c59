package io.sqlserversim.fleet;

import io.sqlserversim.engine.Request;
import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.engine.SqlEngine;
import io.sqlserversim.session.Session;
import java.util.concurrent.atomic.AtomicLong;

/** Counts all requests on their way to an engine. Thread-safe. */
record CountingEngine(SqlEngine engine, AtomicLong statements) implements SqlEngine {
    @Override
    public void execute(Session session, Request request, ResponseSink sink) {
        statements.incrementAndGet();
        engine.execute(session, request, sink);
    }
}
