package io.tidegate.collector.lane;

import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that cannot be reached, refuses our login, or whose rows the store does not take, is one line in the log when it
 * begins, one an hour while it lasts, and one when it is over. Thread-safe: every mutable field is guarded by the lock.
 */
final class OutageLog {
    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
    private static final long AGAIN_NANOS = Duration.ofHours(1).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final String server;
    private final Ticker ticker;
    private final Trouble source = new Trouble();
    private final Trouble store = new Trouble();

    OutageLog(String server, Ticker ticker) {
        this.server = server;
        this.ticker = ticker;
    }

    /** What stands, and when it was told last. */
    private static final class Trouble {
        private @Nullable Object kind;
        private long toldNanos;
    }

    /** A pass failed; only a server that is gone or refuses us is an outage. */
    void failed(Fault fault) {
        if (fault instanceof Fault.Unreachable || fault instanceof Fault.LoginRefused) {
            if (begins(source, fault.getClass())) {
                LOG.warn(
                        "server={} is not collected: {} Next: it is tried again, less and less often",
                        server,
                        fault.message());
            }
        }
    }

    /** The server answered; on the session kept from before, that says nothing about logins that were refused. */
    void reached(boolean anew) {
        if ((anew || !isRefused()) && ends(source)) {
            LOG.info("server={} answers again and is collected", server);
        }
    }

    /** The store took nothing of a pass. */
    void storeFailed(@Nullable String words) {
        if (begins(store, OutageLog.class)) {
            LOG.warn("server={} the store failed: {}", server, words);
        }
    }

    /** A pass came to its end. */
    void stored() {
        if (ends(store)) {
            LOG.info("server={} the store takes its rows again", server);
        }
    }

    private boolean begins(Trouble trouble, Object kind) {
        lock.lock();
        try {
            long now = ticker.readNanos();
            if (kind.equals(trouble.kind) && now - trouble.toldNanos < AGAIN_NANOS) {
                return false;
            }
            trouble.kind = kind;
            trouble.toldNanos = now;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isRefused() {
        lock.lock();
        try {
            return Fault.LoginRefused.class.equals(source.kind);
        } finally {
            lock.unlock();
        }
    }

    private boolean ends(Trouble trouble) {
        lock.lock();
        try {
            boolean stood = trouble.kind != null;
            trouble.kind = null;
            return stood;
        } finally {
            lock.unlock();
        }
    }
}
