package io.sqlserversim.server;

import io.sqlserversim.engine.SqlEngine;
import io.sqlserversim.session.Session;

/**
 * What a listener needs from the instance that it serves. Thread-safe: called by the threads of all connections at
 * once.
 */
public interface SessionHost {
    /**
     * What the server says of itself on the wire.
     *
     * @return the policy for a connection that begins now
     */
    WirePolicy policy();

    /**
     * The faults that a connection will meet. Called once per accepted connection, on the accepting thread; must not
     * block.
     *
     * @param ordinal 1 for the first connection since the listener started, then 2, ...
     * @return {@link ConnectionScript#CLEAR} for none
     */
    ConnectionScript script(long ordinal);

    /**
     * Lets a client in or refuses it. May block as long as a scripted delay.
     *
     * @param request who asks
     * @return the session, registered and visible to others; or the errors
     */
    LoginOutcome login(LoginRequest request);

    /**
     * A session is over: its last statement has truly ended. The host frees its application locks and forgets it. Called
     * exactly once per accepted session, after {@link Session#close()} and before its SPID may be given to another.
     *
     * @param session the session
     */
    void ended(Session session);

    /**
     * A pooled client asked for a clean session with its next request (the reset-connection bit): settings and
     * session-owned locks go, the login's database comes back. Called on the executing thread, before the request.
     *
     * @param session the session
     */
    void reset(Session session);

    /**
     * A transaction manager request has ended the session's transaction: its transaction-owned locks go. Called on the
     * executing thread, with {@code @@TRANCOUNT} already 0.
     *
     * @param session the session
     */
    void transactionEnded(Session session);

    /**
     * Executes the requests.
     *
     * @return the engine
     */
    SqlEngine engine();
}
