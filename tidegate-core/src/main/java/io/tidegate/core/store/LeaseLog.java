package io.tidegate.core.store;

import io.tidegate.core.gate.LeaseRow;
import io.tidegate.core.gate.SessionIdentity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where leases and deferrals are kept, and the intents of reads whose end cannot be proven. Thread-safe; each method is
 * one transaction, blocks up to the store's time limit and throws {@link StoreException} when it fails. The key of a
 * server is its name.
 */
public interface LeaseLog {
    /**
     * Keeps rows of leases and deferrals.
     *
     * @param rows any number; not stored twice only if not given twice
     */
    void recordLeases(List<LeaseRow<String>> rows);

    /**
     * Leases and deferrals that touch a span; not the rows of light work.
     *
     * @param server only this server; null for all
     * @param from asked or ended at or after this, inclusive, by our clock
     * @param to asked before this, exclusive
     * @param limit rows at most, the newest
     * @return by the instant they were asked for
     */
    List<LeaseRow<String>> leases(@Nullable String server, Instant from, Instant to, int limit);

    /**
     * What light work has cost a server: rows of {@link io.tidegate.core.gate.Purpose#LIGHT}.
     *
     * @param server which server
     * @param from ended at or after this, inclusive, by our clock
     * @return by the instant at which they ended
     */
    List<LeaseRow<String>> light(String server, Instant from);

    /**
     * Keeps the intent to read without proof, before the first heavy statement is sent.
     *
     * @param server which server
     * @param session the session that will run it
     * @param at by our clock
     */
    void storeIntent(String server, SessionIdentity session, Instant at);

    /**
     * Forgets an intent whose end was seen or whose grace is over.
     *
     * @param server which server
     * @param session the session
     */
    void clearIntent(String server, SessionIdentity session);

    /**
     * Intents without an end; at start each makes the server's gate unknown.
     *
     * @return in no particular order
     */
    List<Intent> openIntents();

    /**
     * An intent. Immutable.
     *
     * @param server which server
     * @param session the session that was to run it
     * @param at when it was stored, by our clock
     */
    record Intent(String server, SessionIdentity session, Instant at) {}
}
