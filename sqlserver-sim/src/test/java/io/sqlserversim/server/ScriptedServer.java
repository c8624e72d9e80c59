package io.sqlserversim.server;

import io.sqlserversim.engine.Request;
import io.sqlserversim.engine.ResponseSink;
import io.sqlserversim.engine.SqlEngine;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.session.RunningRequest;
import io.sqlserversim.session.Session;
import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.tds.ServerVersion;
import io.sqlserversim.types.Column;
import io.sqlserversim.types.SqlType;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener over a small engine that answers by script: statement text to handler. */
final class ScriptedServer implements SessionHost, SqlEngine, AutoCloseable {
    /** Answers one statement. */
    interface Handler {
        void run(Session session, List<Request.Parameter> parameters, ResponseSink sink);
    }

    final List<String> seen = new CopyOnWriteArrayList<>();
    final List<Session> sessions = new CopyOnWriteArrayList<>();
    final List<Session> ended = new CopyOnWriteArrayList<>();
    final Set<Session> reset = ConcurrentHashMap.newKeySet();
    volatile WirePolicy policy = WirePolicy.of("sim-1", new ServerVersion(16, 0, 4135));
    volatile ConnectionScript script = ConnectionScript.CLEAR;
    volatile List<SqlError> refusal = List.of();
    volatile LoginRequest lastLogin;

    private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
    private final Map<Integer, String> prepared = new ConcurrentHashMap<>();
    private final AtomicInteger nextHandle = new AtomicInteger();
    private final SqlServerListener listener;

    ScriptedServer() throws IOException {
        on("SELECT 1", (session, parameters, sink) -> one(sink, 1));
        listener = SqlServerListener.start(this, 0, Thread.ofVirtual().factory());
    }

    static void one(ResponseSink sink, int value) {
        sink.columns(List.of(new Column("", SqlType.INT, false)));
        sink.row(new Object[] {value});
        sink.done(ResponseSink.Command.SELECT, 1);
    }

    ScriptedServer on(String text, Handler handler) {
        handlers.put(text, handler);
        return this;
    }

    void encryption(EncryptionPolicy value) {
        policy = new WirePolicy(policy.serverName(), policy.version(), value, 4096, false);
    }

    SqlServerListener listener() {
        return listener;
    }

    int port() {
        return listener.port();
    }

    Connection connect(String properties) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlserver://127.0.0.1:" + port()
                + ";user=monitor;password=Abc123;loginTimeout=20;"
                + (properties.contains("trustServerCertificate") ? "" : "trustServerCertificate=true;") + properties);
    }

    Connection connect() throws SQLException {
        return connect("encrypt=false;databaseName=Sales;connectRetryCount=0");
    }

    Session session() {
        return sessions.get(sessions.size() - 1);
    }

    @Override
    public WirePolicy policy() {
        return policy;
    }

    @Override
    public ConnectionScript script(long ordinal) {
        return script;
    }

    @Override
    public LoginOutcome login(LoginRequest request) {
        lastLogin = request;
        if (!refusal.isEmpty()) {
            return new LoginOutcome.Refused(refusal);
        }
        String database = request.database().isEmpty() ? "master" : request.database();
        Session session = new Session(request.sessionId(), request.client(), Instant.EPOCH, database);
        sessions.add(session);
        return new LoginOutcome.Accepted(session);
    }

    @Override
    public void ended(Session session) {
        ended.add(session);
    }

    @Override
    public void reset(Session session) {
        reset.add(session);
    }

    @Override
    public void transactionEnded(Session session) {
        // no locks here
    }

    @Override
    public SqlEngine engine() {
        return this;
    }

    @Override
    public void execute(Session session, Request request, ResponseSink sink) {
        session.begin(new RunningRequest(Instant.EPOCH, "SELECT", "", session.database()));
        try {
            switch (request) {
                case Request.Batch batch -> statement(session, batch.text(), List.of(), sink);
                case Request.Rpc call -> call(session, call, sink);
            }
        } finally {
            session.end(Instant.EPOCH);
        }
    }

    private void call(Session session, Request.Rpc call, ResponseSink sink) {
        List<Request.Parameter> in = call.parameters();
        seen.add(call.procedure());
        switch (call.procedure()) {
            case "sp_executesql" ->
                statement(session, (String) in.get(0).value(), in.subList(Math.min(2, in.size()), in.size()), sink);
            case "sp_prepare" -> prepare(in, (String) in.get(2).value(), sink);
            case "sp_prepexec" -> {
                String text = (String) in.get(2).value();
                prepare(in, text, sink);
                statement(session, text, in.subList(3, in.size()), sink);
            }
            case "sp_execute" -> {
                String text = prepared.get((Integer) in.get(0).value());
                if (text == null) {
                    sink.error(new SqlError(8179, 16, 1, "Could not find prepared statement with handle."), 1);
                } else {
                    statement(session, text, in.subList(1, in.size()), sink);
                }
            }
            case "sp_unprepare" -> prepared.remove((Integer) in.get(0).value());
            default -> statement(session, call.procedure(), in, sink);
        }
        if (!handlers.containsKey(call.procedure())) {
            sink.returnStatus(0);
        }
    }

    private void prepare(List<Request.Parameter> in, String text, ResponseSink sink) {
        int handle = nextHandle.incrementAndGet();
        prepared.put(handle, text);
        sink.returnValue(0, in.get(0).name(), SqlType.INT, handle);
    }

    private void statement(Session session, String text, List<Request.Parameter> parameters, ResponseSink sink) {
        seen.add(text);
        Handler handler = handlers.get(text.strip());
        if (handler != null) {
            handler.run(session, parameters, sink);
        } else if (text.startsWith("EXEC sp_unprepare")) {
            sink.done(ResponseSink.Command.EXECUTE, -1);
        } else {
            sink.error(new SqlError(102, 15, 1, "Incorrect syntax near '" + text + "'."), 1);
            sink.done(ResponseSink.Command.FAILED, -1);
        }
    }

    @Override
    public void close() {
        listener.close();
    }
}
