package io.tidegate.planted;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/** What looks like a breach and is none: time, threads and executors that were given. Never run. */
@SuppressWarnings({"JavaUtilDate", "unused"})
public final class TakesNothing {
    private TakesNothing() {}

    static Instant instant(InstantSource clock) {
        return clock.instant();
    }

    static Date date(Instant at) {
        return new Date(at.toEpochMilli());
    }

    static CompletableFuture<String> supplies(Executor executor) {
        return CompletableFuture.supplyAsync(() -> "", executor);
    }

    static Thread made(ThreadFactory threads, Runnable run) {
        return threads.newThread(run);
    }
}
