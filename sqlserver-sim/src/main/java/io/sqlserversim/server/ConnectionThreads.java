package io.sqlserversim.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/** Starts a listener's threads and knows which still run. Thread-safe. */
final class ConnectionThreads {
    private final ThreadFactory factory;
    private final String prefix;
    private final Set<Thread> live = ConcurrentHashMap.newKeySet();

    ConnectionThreads(ThreadFactory factory, String prefix) {
        this.factory = factory;
        this.prefix = prefix;
    }

    void start(String role, Runnable body) {
        Thread thread = factory.newThread(() -> {
            try {
                body.run();
            } finally {
                live.remove(Thread.currentThread());
            }
        });
        thread.setName(prefix + "-" + role);
        live.add(thread);
        boolean started = false;
        try {
            thread.start();
            started = true;
        } finally {
            if (!started) {
                live.remove(thread);
            }
        }
    }

    int count() {
        return live.size();
    }

    /** Waits until all have ended; at most the given time for each one that is left. */
    void join(Duration longest) throws InterruptedException {
        for (Thread thread : live) {
            if (!thread.join(longest)) {
                return;
            }
        }
    }
}
