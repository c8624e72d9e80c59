package io.tidegate.store.duckdb;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One call that waits for its turn on a store thread, and its result. Thread-safe.
 *
 * @param <T> the result
 */
final class Call<T extends @Nullable Object> {
    private enum State {
        WAITING,
        RUNNING,
        GIVEN_UP
    }

    private final Work<T> work;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final CompletableFuture<T> result = new CompletableFuture<>();

    Call(Work<T> work) {
        this.work = work;
    }

    /** What is done on the store's thread, in one transaction. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        T run(Db db) throws SQLException;
    }

    /** True for the one who may run it; false when its caller has left before. */
    boolean begin() {
        return state.compareAndSet(State.WAITING, State.RUNNING);
    }

    /** True when it had not begun and now never will. */
    boolean giveUp() {
        return state.compareAndSet(State.WAITING, State.GIVEN_UP);
    }

    Work<T> work() {
        return work;
    }

    void succeed(T value) {
        result.complete(value);
    }

    void fail(Throwable failure) {
        result.completeExceptionally(failure);
    }

    /** Waits for the result; blocks up to the given time. */
    T await(long nanos) throws InterruptedException, TimeoutException, ExecutionException {
        return result.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }
}
