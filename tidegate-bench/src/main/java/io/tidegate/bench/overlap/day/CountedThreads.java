package io.tidegate.bench.overlap.day;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Virtual threads, counted from the moment they are made until they have ended. Thread-safe. */
final class CountedThreads implements ThreadFactory {
    private final ThreadFactory factory = Thread.ofVirtual().factory();
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    @Override
    public Thread newThread(Runnable task) {
        made.incrementAndGet();
        return factory.newThread(() -> {
            try {
                task.run();
            } finally {
                ended.incrementAndGet();
            }
        });
    }

    /** Made since the beginning. */
    long made() {
        return made.get();
    }

    /** Made and not ended; never less than there are. */
    long alive() {
        long over = ended.get();
        return made.get() - over;
    }
}
