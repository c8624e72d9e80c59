package io.sqlserversim.fault;

import io.sqlserversim.session.Session;
import java.time.Instant;

/** A statement that a fault holds now. Thread-safe. */
public final class HeldStatement {
    private final Session session;
    private final String rule;
    private final Instant since;
    private final long bytes;
    private volatile boolean released;

    HeldStatement(Session session, String rule, Instant since, long bytes) {
        this.session = session;
        this.rule = rule;
        this.since = since;
        this.bytes = bytes;
    }

    /**
     * Whose statement.
     *
     * @return the session's id
     */
    public int sessionId() {
        return session.sessionId();
    }

    /**
     * Which rule holds it.
     *
     * @return the rule's name
     */
    public String rule() {
        return rule;
    }

    /**
     * Since when.
     *
     * @return by the server's clock
     */
    public Instant since() {
        return since;
    }

    /**
     * How much of its answer it has sent.
     *
     * @return bytes of tokens, without packet headers
     */
    public long bytes() {
        return bytes;
    }

    void release() {
        released = true;
        session.signals().wake();
    }

    boolean isReleased() {
        return released;
    }
}
