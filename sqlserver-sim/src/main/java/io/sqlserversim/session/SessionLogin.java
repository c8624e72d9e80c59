package io.sqlserversim.session;

import java.util.UUID;

/**
 * What a client said of itself at login. Immutable.
 *
 * @param loginName the SQL login
 * @param programName LOGIN7's application name
 * @param hostName LOGIN7's host name
 * @param clientInterface LOGIN7's client library
 * @param hostProcessId the client's process id as it says
 * @param readOnlyIntent whether it asked for a read-only replica
 * @param encrypted whether the whole connection is encrypted
 * @param connectionId unique per connection
 * @param clientAddress the client's address as text
 * @param clientPort the client's TCP port
 */
public record SessionLogin(
        String loginName,
        String programName,
        String hostName,
        String clientInterface,
        int hostProcessId,
        boolean readOnlyIntent,
        boolean encrypted,
        UUID connectionId,
        String clientAddress,
        int clientPort) {}
