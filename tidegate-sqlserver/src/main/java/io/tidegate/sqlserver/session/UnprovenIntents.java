package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.SessionIdentity;

/** Where the intent to read without proof is kept, so that it survives our process. Thread-safe. */
@FunctionalInterface
public interface UnprovenIntents {
    /**
     * Stores the intent. Blocks until it is stored; nothing heavy is sent before.
     *
     * @param server the server's configured name
     * @param session the session that will read
     * @throws RuntimeException if it could not be stored: nothing is sent then
     */
    void store(String server, SessionIdentity session);
}
