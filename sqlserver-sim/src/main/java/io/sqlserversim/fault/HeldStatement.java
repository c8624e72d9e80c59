package io.sqlserversim.fault;

import io.sqlserversim.session.Session;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A statement that a fault holds now. Thread-safe. */
public final class HeldStatement {
    private final Session session;
    private final String rule;
    private final Instant since;
    private final long bytes;
    private final @Nullable Instant until;
    private volatile boolean over;

    HeldStatement(Session session, String rule, Instant since, long bytes, @Nullable Instant until) {
        this.session = session;
        this.rule = rule;
        this.since = since;
        this.bytes = bytes;
        this.until = until;
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

    /**
     * When its hold ends, if nothing ends it before.
     *
     * @return by the server's clock; empty when it is not known, as of holds without a limit and of those that the machine
     *     times
     */
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }

    /**
     * Whether it stands still and will until its hold ends or somebody asks it to end: nothing that came so far makes it go
     * on.
     *
     * @return false from the moment on that it was released, its time is over or it heard a signal
     */
    public boolean isParked() {
        return !over && session.signals().pending() == null;
    }

    /**
     * Whether an attention, a KILL or a shutdown has come for it, heard or not.
     *
     * @return true from the signal on
     */
    public boolean isAskedToEnd() {
        return session.signals().isAskedToEnd();
    }

    void release() {
        over = true;
        session.signals().wake();
    }

    /** Its hold ends when its time has come by the server's clock. */
    void look(Instant now) {
        if (until != null && !now.isBefore(until)) {
            release();
        }
    }

    boolean isOver() {
        return over;
    }
}
