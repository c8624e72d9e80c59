package io.tidegate.collector.probe;

import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.session.LightSessions;
import io.tidegate.sqlserver.session.OpenedSession;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The light session that is kept between two looks at a server, where that does no harm. Thread-safe. */
final class KeptSession {
    private final AtomicReference<@Nullable OpenedSession> idle = new AtomicReference<>();
    private final AtomicLong logins = new AtomicLong();
    private final LightSessions sessions;
    private final ServerTarget target;
    private final BooleanSupplier harms;

    KeptSession(LightSessions sessions, ServerTarget target, BooleanSupplier harms) {
        this.sessions = sessions;
        this.target = target;
        this.harms = harms;
    }

    /** Takes the one that is kept; null when none is. */
    @Nullable
    OpenedSession take() {
        return idle.getAndSet(null);
    }

    /** Asks on a session that was taken, and keeps it; one that fails is closed. Blocks for what is asked. */
    <T> T ask(OpenedSession session, Function<OpenedSession, T> asking) {
        T answer;
        try {
            answer = asking.apply(session);
        } catch (RuntimeException failed) {
            session.channel().close();
            throw failed;
        }
        OpenedSession spare = harms.getAsBoolean() ? session : idle.getAndSet(session);
        if (spare != null) {
            spare.channel().close();
        }
        return answer;
    }

    /** Asks on the one that is kept, or on a new one. */
    <T> T ask(Function<OpenedSession, T> asking) {
        OpenedSession kept = take();
        return ask(kept == null ? login() : kept, asking);
    }

    /** Asks on a new one. */
    <T> T askAnew(Function<OpenedSession, T> asking) {
        return ask(login(), asking);
    }

    /** How often one was logged in. */
    long logins() {
        return logins.get();
    }

    private OpenedSession login() {
        OpenedSession opened = sessions.open(target);
        logins.incrementAndGet();
        return opened;
    }

    void close() {
        OpenedSession kept = take();
        if (kept != null) {
            kept.channel().close();
        }
    }
}
