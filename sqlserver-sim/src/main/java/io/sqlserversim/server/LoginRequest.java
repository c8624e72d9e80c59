package io.sqlserversim.server;

import io.sqlserversim.session.SessionLogin;

/**
 * A client that asks to be let in. Immutable. Its text form leaves the password out.
 *
 * @param sessionId the SPID that the listener set aside for it
 * @param client who it says it is and where it comes from
 * @param password the password in clear text; empty when none was sent
 * @param database the database asked for; empty for the login's default
 * @param integrated whether it asked for Windows authentication (to be refused with 18452)
 */
public record LoginRequest(int sessionId, SessionLogin client, String password, String database, boolean integrated) {
    @Override
    public String toString() {
        return "LoginRequest[sessionId=" + sessionId + ", client=" + client + ", database=" + database + "]";
    }
}
