package io.tidegate.planted;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** Each method takes threads in another way. Never run. */
@SuppressWarnings({"FutureReturnValueIgnored", "unused"})
public final class TakesThreads {
    private TakesThreads() {}

    static Thread made(Runnable run) {
        return new Thread(run);
    }

    static Function<Runnable, Thread> reference() {
        return Thread::new;
    }

    static Thread virtual(Runnable run) {
        return Thread.ofVirtual().unstarted(run);
    }

    static Thread platform(Runnable run) {
        return Thread.ofPlatform().unstarted(run);
    }

    static Thread started(Runnable run) {
        return Thread.startVirtualThread(run);
    }

    static ExecutorService pool() {
        return Executors.newFixedThreadPool(1);
    }

    static ExecutorService perTask(ThreadFactory threads) {
        return Executors.newThreadPerTaskExecutor(threads);
    }

    static ExecutorService common() {
        return ForkJoinPool.commonPool();
    }

    static ExecutorService forkJoin() {
        return new ForkJoinPool(1);
    }

    static ExecutorService executor() {
        return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    static ExecutorService scheduled() {
        return new ScheduledThreadPoolExecutor(1);
    }

    static Timer timer() {
        return new Timer();
    }

    static CompletableFuture<Void> runs(Runnable run) {
        return CompletableFuture.runAsync(run);
    }

    static CompletableFuture<String> supplies() {
        return CompletableFuture.supplyAsync(() -> "");
    }

    static CompletionStage<Void> follows(CompletionStage<String> stage) {
        return stage.thenAcceptAsync(text -> {});
    }

    static Stream<String> parallel(Stream<String> stream) {
        return stream.parallel();
    }

    static Stream<String> ofList(List<String> list) {
        return list.parallelStream();
    }
}
