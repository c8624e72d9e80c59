package io.tidegate.collector.probe;

import io.tidegate.collector.CollectorTools;
import io.tidegate.sqlserver.ServerTarget;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.session.OpenedSession;
import io.tidegate.sqlserver.session.SessionCost;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The light session that is kept between two looks at a server, where that does no harm. What it costs there is charged to the server's
 * account: with each probe, which brings the counters, and when it is closed. Thread-safe.
 */
final class KeptSession {
    private static final Logger LOG = LoggerFactory.getLogger(KeptSession.class);

    private final AtomicReference<@Nullable OpenedSession> idle = new AtomicReference<>();
    private final AtomicLong logins = new AtomicLong();
    private final CollectorTools tools;
    private final ServerTarget target;
    private final BooleanSupplier harms;

    KeptSession(CollectorTools tools, ServerTarget target, BooleanSupplier harms) {
        this.tools = tools;
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
        } finally {
            charge(session.channel().takeCost());
        }
        OpenedSession spare = harms.getAsBoolean() ? session : idle.getAndSet(session);
        if (spare != null) {
            end(spare);
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
        OpenedSession opened = tools.light().open(target);
        logins.incrementAndGet();
        return opened;
    }

    void close() {
        OpenedSession kept = take();
        if (kept != null) {
            end(kept);
        }
    }

    private void end(OpenedSession session) {
        try {
            charge(session.channel().cost());
        } catch (SqlServerException gone) {
            LOG.debug("server={} a light session ends unread", target.name(), gone);
        } finally {
            session.channel().close();
        }
    }

    private void charge(SessionCost cost) {
        tools.accounts()
                .light(
                        target.name(),
                        Duration.ofMillis(cost.cpuMs()),
                        tools.clock().instant());
    }
}
