package io.tidegate.app.lite;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened so far, to be closed again when a later thing fails to open. Confined to one thread. */
final class Opened {
    private static final Logger LOG = LoggerFactory.getLogger(Opened.class);

    private final Deque<AutoCloseable> lastFirst = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T one) {
        lastFirst.push(one);
        return one;
    }

    /** Closes all, the last one first; throws nothing. */
    void closeAll() {
        while (!lastFirst.isEmpty()) {
            try {
                lastFirst.pop().close();
            } catch (Exception failed) {
                LOG.warn("closing after a failed start", failed);
            }
        }
    }
}
