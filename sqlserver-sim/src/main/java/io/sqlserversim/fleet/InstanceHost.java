package io.sqlserversim.fleet;

import io.sqlserversim.engine.SqlEngine;
import io.sqlserversim.engine.SqlError;
import io.sqlserversim.engine.TsqlEngine;
import io.sqlserversim.fault.FaultPlan;
import io.sqlserversim.instance.DatabaseAccess;
import io.sqlserversim.instance.Instance;
import io.sqlserversim.instance.Login;
import io.sqlserversim.instance.Security;
import io.sqlserversim.instance.Visitor;
import io.sqlserversim.server.ConnectionScript;
import io.sqlserversim.server.LoginOutcome;
import io.sqlserversim.server.LoginRequest;
import io.sqlserversim.server.SessionHost;
import io.sqlserversim.server.WirePolicy;
import io.sqlserversim.session.Session;
import io.sqlserversim.tds.EncryptionPolicy;
import io.sqlserversim.tds.ServerVersion;
import java.util.List;

/** Lets clients in to one instance and sees them out again. Thread-safe. */
final class InstanceHost implements SessionHost {
    private static final int PACKET_SIZE = 4096;

    private final Instance instance;
    private final FaultPlan faults;
    private final TsqlEngine engine;
    private final SqlEngine counting;
    private final DatabaseAccess access;
    private final ServerVersion version;
    private volatile EncryptionPolicy encryption = EncryptionPolicy.OPTIONAL;
    private volatile boolean sessionRecovery;

    InstanceHost(Instance instance, FaultPlan faults, TsqlEngine engine) {
        this.instance = instance;
        this.faults = faults;
        this.engine = engine;
        this.counting = new CountingEngine(engine, instance.statements());
        this.access = new DatabaseAccess(instance, new Security(instance));
        this.version = version(instance.profile().productVersion());
    }

    private static ServerVersion version(String text) {
        String[] parts = text.split("\\.", -1);
        return new ServerVersion(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    void encryption(EncryptionPolicy value) {
        encryption = value;
    }

    void sessionRecovery(boolean value) {
        sessionRecovery = value;
    }

    /** Under the name that the instance has now, which a failover changes. */
    @Override
    public WirePolicy policy() {
        return new WirePolicy(instance.name(), version, encryption, PACKET_SIZE, sessionRecovery);
    }

    @Override
    public ConnectionScript script(long ordinal) {
        return faults.connection();
    }

    @Override
    public LoginOutcome login(LoginRequest request) {
        String name = request.client().loginName();
        if (request.integrated()) {
            return refused(new SqlError(
                    18452,
                    14,
                    1,
                    "Login failed. The login is from an untrusted domain and cannot be used with Integrated"
                            + " authentication."));
        }
        Login login = instance.login(name);
        if (login == null || !login.accepts(request.password())) {
            return refused(failed(name));
        }
        SqlError refusal = login.standing().refusal(name);
        if (refusal != null) {
            return refused(refusal);
        }
        boolean named = !request.database().isEmpty();
        String wanted = named ? request.database() : login.defaultDatabase();
        List<SqlError> scripted = faults.refusal(request.client(), wanted);
        if (!scripted.isEmpty()) {
            return new LoginOutcome.Refused(scripted);
        }
        instance.sessions().arrives(request.sessionId());
        try {
            return enter(request, login, wanted, named);
        } finally {
            instance.sessions().arrived(request.sessionId());
        }
    }

    private LoginOutcome enter(LoginRequest request, Login login, String wanted, boolean named) {
        try {
            Visitor visitor = new Visitor(
                    login.name(),
                    login.grants(),
                    request.sessionId(),
                    request.client().readOnlyIntent(),
                    login.group());
            String database = visitor.display(access.enter(visitor, wanted).name());
            Session session = instance.sessions().open(request.sessionId(), request.client(), database);
            return new LoginOutcome.Accepted(stillIn(session, visitor, wanted));
        } catch (SqlError e) {
            return refused(e, named ? cannotOpen(wanted) : noDefault(), login.name());
        }
    }

    /**
     * Asks at the door again, now that others can see the session: who shut the database meanwhile could not end it.
     */
    private Session stillIn(Session session, Visitor visitor, String wanted) {
        boolean stays = false;
        try {
            access.enter(visitor, wanted);
            stays = true;
            return session;
        } finally {
            if (!stays) {
                instance.sessions().remove(session);
            }
        }
    }

    /** What a replica says of itself is sent too; all else that keeps a database shut is not told at login. */
    private static LoginOutcome refused(SqlError cause, SqlError general, String login) {
        boolean told = (cause.number() >= 976 && cause.number() <= 988) || cause.number() == 40613;
        return told ? refused(cause, general, failed(login)) : refused(general, failed(login));
    }

    private static LoginOutcome refused(SqlError... errors) {
        return new LoginOutcome.Refused(List.of(errors));
    }

    private static SqlError failed(String name) {
        return new SqlError(18456, 14, 1, "Login failed for user '" + name + "'.");
    }

    private static SqlError cannotOpen(String database) {
        return new SqlError(
                4060, 11, 1, "Cannot open database \"" + database + "\" requested by the login. The login failed.");
    }

    private static SqlError noDefault() {
        return new SqlError(4064, 11, 1, "Cannot open user default database. Login failed.");
    }

    @Override
    public void ended(Session session) {
        engine.endSession(session);
        instance.sessions().remove(session);
    }

    @Override
    public void reset(Session session) {
        engine.resetSession(session);
        session.use(session.loginDatabase());
    }

    @Override
    public void transactionEnded(Session session) {
        engine.endTransaction(session);
    }

    @Override
    public SqlEngine engine() {
        return counting;
    }
}
