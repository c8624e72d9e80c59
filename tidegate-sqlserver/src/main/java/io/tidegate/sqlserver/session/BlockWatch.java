package io.tidegate.sqlserver.session;

import io.tidegate.core.time.Deadlines;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, from a light session of its own, whether another session waits for our heavy one: every three seconds, only while
 * a heavy statement runs, one look at a time. A login that does not see all sessions is not told, and nothing is looked
 * at. Thread-safe.
 */
final class BlockWatch implements AutoCloseable {
    static final Duration EVERY = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(BlockWatch.class);

    private final OpenedSession heavy;
    private final HeavySession.Tools tools;
    private final Consumer<SessionCost> onCost;
    private final AtomicBoolean looking = new AtomicBoolean();
    private @Nullable Channel channel; // of whoever is looking
    private volatile boolean over;

    BlockWatch(OpenedSession heavy, HeavySession.Tools tools, Consumer<SessionCost> onCost) {
        this.heavy = heavy;
        this.tools = tools;
        this.onCost = onCost;
    }

    /** Watches one statement until that is closed; who stands in the way is told once, on another thread. */
    Watched during(Consumer<String> onBlocking) {
        Watched watched = new Watched(onBlocking);
        watched.arm();
        return watched;
    }

    /** One statement. */
    final class Watched implements AutoCloseable {
        private final Consumer<String> onBlocking;
        private volatile boolean ended;
        private volatile Deadlines.@Nullable Pending next;

        private Watched(Consumer<String> onBlocking) {
            this.onBlocking = onBlocking;
        }

        private void arm() {
            next = tools.deadlines()
                    .after(EVERY, () -> tools.looks().newThread(this::look).start());
        }

        private void look() {
            if (ended || over || !looking.compareAndSet(false, true)) {
                return;
            }
            try {
                blocked().filter(words -> !ended).ifPresent(this::tell);
            } catch (SqlServerException failed) {
                over = true;
                LOG.debug(
                        "server={} nobody can be asked who waits",
                        heavy.target().name(),
                        failed);
            } finally {
                done();
            }
            if (!ended && !over) {
                arm();
            }
        }

        private void tell(String words) {
            ended = true;
            onBlocking.accept(words);
        }

        @Override
        public void close() {
            ended = true;
            Deadlines.Pending pending = next;
            if (pending != null) {
                pending.close();
            }
        }
    }

    /** Who waits for ours, in words. Blocks for a login the first time, and a light batch. */
    private Optional<String> blocked() {
        Channel asked = channel;
        if (asked == null) {
            OpenedSession light = tools.light().open(heavy.target());
            asked = light.channel();
            channel = asked;
            if (!light.seesAllSessions()) {
                over = true;
                return Optional.empty();
            }
        }
        return look(asked);
    }

    /** One batch, which also brings what the looks before it have cost. */
    private Optional<String> look(Channel asked) {
        BoundSql who = Statements.BLOCKED_BY_SESSION
                .text()
                .bind()
                .set("session_id", heavy.identity().sessionId())
                .build();
        AtomicReference<@Nullable String> found = new AtomicReference<>();
        asked.walk(who.behind(Statements.SESSION_COST.text().bind().build()), rows -> {
            if (rows.getMetaData().getColumnLabel(1).equals("cpu_time")) {
                asked.costSeen(rows);
            } else if (rows.next()) {
                found.set("cut: session " + rows.getInt("blocked_session_id") + " waited " + rows.getLong("waited_ms")
                        + " ms for our session " + heavy.identity().sessionId());
            }
        });
        onCost.accept(asked.takeCost());
        return Optional.ofNullable(found.get());
    }

    private void done() {
        if (over) {
            forget();
        }
        looking.set(false);
        if (over && looking.compareAndSet(false, true)) {
            forget(); // it was closed while we looked
            looking.set(false);
        }
    }

    private void forget() {
        Channel asked = channel;
        channel = null;
        if (asked != null) {
            asked.close();
        }
    }

    /** No more looks. Does not wait for one under way, which then closes the session that it asked. */
    @Override
    public void close() {
        over = true;
        if (looking.compareAndSet(false, true)) {
            forget();
            looking.set(false);
        }
    }
}
