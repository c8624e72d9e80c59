package io.tidegate.core.gate;

import java.time.LocalDateTime;
import java.util.Objects;

/**
 * One session on one instance. Session ids are used again, so the login time is part of it. Immutable.
 *
 * @param instance where it is
 * @param sessionId {@code @@SPID}
 * @param loginTime {@code login_time} of the session, as the server tells it, never converted: a token to compare
 */
public record SessionIdentity(InstanceIdentity instance, int sessionId, LocalDateTime loginTime) {
    /** Checks that all are there. */
    public SessionIdentity {
        Objects.requireNonNull(instance, "instance");
        Objects.requireNonNull(loginTime, "loginTime");
    }
}
