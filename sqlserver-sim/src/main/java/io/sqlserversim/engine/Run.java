package io.sqlserversim.engine;

import io.sqlserversim.session.Session;
import io.sqlserversim.sql.Query.Cte;
import java.util.List;

/** One request that runs: its session, where its answer goes, and how deep in TRY blocks it stands. One thread. */
final class Run {
    final Services services;
    final Session session;
    final SessionState state;
    private ResponseSink sink;
    private int tryDepth;

    Run(Services services, Session session, SessionState state, ResponseSink sink) {
        this.services = services;
        this.session = session;
        this.state = state;
        this.sink = sink;
    }

    ResponseSink sink() {
        return sink;
    }

    /** Sends the answer elsewhere from here on. */
    void redirect(ResponseSink other) {
        sink = other;
    }

    boolean insideTry() {
        return tryDepth > 0;
    }

    void enterTry() {
        tryDepth++;
    }

    void leaveTry() {
        tryDepth--;
    }

    FunctionContext functions(Names names) {
        return new FunctionContext(session, state, services.catalog(), services.locks(), services.clock(), names);
    }

    Names names() {
        return new Names(session, services.catalog(), state);
    }

    StatementBinder binder(Frame frame, List<Cte> ctes) {
        Names names = names();
        return new StatementBinder(names, frame.variables(), functions(names), ctes);
    }

    /** The current database's. */
    io.sqlserversim.types.TextCollation collation() {
        return services.catalog().collation(session.database());
    }

    void done(ResponseSink.Command command, long count) {
        boolean silent = count < 0 || state.options().isOn("NOCOUNT");
        sink.done(command, silent ? -1 : count);
    }
}
