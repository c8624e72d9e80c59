package io.sqlserversim.engine;

import io.sqlserversim.catalog.Catalog;
import io.sqlserversim.fault.StatementFaults;
import io.sqlserversim.instance.HeavyJudge;
import io.sqlserversim.instance.ServerClock;
import io.sqlserversim.locks.AppLocks;
import io.sqlserversim.session.Session;

/** The T-SQL engine of one simulated server. Thread-safe. */
public final class TsqlEngine implements SqlEngine {
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
            SessionDirectory directory) {}

    @Override
    public void execute(Session session, Request request, ResponseSink sink) {
        sink.error(new SqlError(50000, 16, 1, "Not evaluated yet."), 1);
    }

    /**
     * Ends a session: frees its application locks, temporary tables and prepared statements. To be called once the
     * session's last request has ended; harmless when called twice.
     *
     * @param session whose end it is
     */
    public void endSession(Session session) {}

    /**
     * Resets a session as {@code sp_reset_connection} does: options, temporary tables, prepared statements, open
     * transactions and application locks. The database is the caller's to reset.
     *
     * @param session which
     */
    public void resetSession(Session session) {}
}
