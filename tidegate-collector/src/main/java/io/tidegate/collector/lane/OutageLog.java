package io.tidegate.collector.lane;

import io.tidegate.collector.Outage;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.fault.Fault;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that cannot be reached, refuses our login, or whose rows the store does not take, is one line in the log when it
 * begins, one an hour while it lasts, and one when it is over. Thread-safe.
 */
final class OutageLog {
    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);

    private final String server;
    private final Outage source;
    private final Outage store;

    OutageLog(String server, Ticker ticker) {
        this.server = server;
        this.source = new Outage(ticker);
        this.store = new Outage(ticker);
    }

    /** A pass failed; only a server that is gone or refuses us is an outage. */
    void failed(Fault fault) {
        if (fault instanceof Fault.Unreachable || fault instanceof Fault.LoginRefused) {
            if (source.begins(fault.getClass())) {
                LOG.warn(
                        "server={} is not collected: {} Next: it is tried again, less and less often",
                        server,
                        fault.message());
            }
        }
    }

    /** The server answered; on the session kept from before, that says nothing about logins that were refused. */
    void reached(boolean anew) {
        if ((anew || !source.is(Fault.LoginRefused.class)) && source.ends()) {
            LOG.info("server={} answers again and is collected", server);
        }
    }

    /** The store took nothing of a pass. */
    void storeFailed(@Nullable String words) {
        if (store.begins(OutageLog.class)) {
            LOG.warn("server={} the store failed: {}", server, words);
        }
    }

    /** A pass came to its end. */
    void stored() {
        if (store.ends()) {
            LOG.info("server={} the store takes its rows again", server);
        }
    }
}
