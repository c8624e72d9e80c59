package io.sqlserversim.engine;

import io.sqlserversim.session.Session;

/** The sessions of one server, as far as KILL and functions about other sessions need them. Thread-safe. */
public interface SessionDirectory {
    /** A server whose sessions cannot be seen: every KILL is answered with Msg 6106. */
    SessionDirectory NONE = (by, sessionId) -> false;

    /**
     * Kills a session: raises {@link StatementEnded.Reason#KILLED} when it runs something, ends it when it is idle. Does
     * not wait for the end.
     *
     * @param by who issued the KILL
     * @param sessionId whose session to end
     * @return false when there is no such session (Msg 6106)
     * @throws SqlError 6102 and its like when {@code by} may not do that
     */
    boolean kill(Session by, int sessionId);
}
