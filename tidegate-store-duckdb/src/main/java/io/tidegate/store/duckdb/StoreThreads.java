package io.tidegate.store.duckdb;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Ticker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Platform threads with one connection each, fed by one bounded queue. Callers, on virtual threads, wait for their result
 * up to the time limit: DuckDB's native calls pin their carrier, so none is made on a caller's thread. Thread-safe.
 */
final class StoreThreads implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StoreThreads.class.getName());
    /** Calls of the writer that share a commit, at most. */
    private static final int AT_ONCE = 16;

    private static final Call<@Nullable Void> STOP = new Call<>(db -> null);

    private final String name;
    private final BlockingQueue<Call<?>> queue;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Db> connections;
    private final Duration limit;
    private final Ticker ticker;
    private final StoreTimes times;
    private final boolean writes;
    private volatile boolean closed;

    /** Starts one thread for each connection, which it takes over. */
    StoreThreads(
            String name, boolean writes, List<Db> connections, DuckDbOptions options, Tools tools, StoreTimes times) {
        this.name = name;
        this.writes = writes;
        this.connections = connections;
        this.queue = new ArrayBlockingQueue<>(options.queueCapacity());
        this.limit = options.callLimit();
        this.ticker = tools.ticker();
        this.times = times;
        for (Db db : connections) {
            Thread t = tools.threads().newThread(() -> serve(db));
            t.setName("tidegate-" + name + "-" + threads.size());
            threads.add(t);
        }
        threads.forEach(Thread::start);
    }

    /** What comes from outside: platform threads and a monotonic clock. */
    record Tools(ThreadFactory threads, Ticker ticker) {}

    /** Work without an answer. */
    @FunctionalInterface
    interface Change {
        void run(Db db) throws SQLException;
    }

    /** As {@link #call}, for work without an answer. */
    void change(Change change) {
        this.<@Nullable Void>call(db -> {
            change.run(db);
            return null;
        });
    }

    /** Runs work in one transaction; blocks up to the time limit. */
    <T extends @Nullable Object> T call(Call.Work<T> work) {
        if (closed) {
            throw closedStore();
        }
        long begin = ticker.readNanos();
        Call<T> call = new Call<>(work);
        try {
            if (!queue.offer(call, limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy(new TimeoutException(name));
            }
            return call.await(limit.toNanos() - (ticker.readNanos() - begin));
        } catch (TimeoutException e) {
            throw call.giveUp() ? busy(e) : late(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            boolean never = call.giveUp();
            throw new StoreException("The call to the store was interrupted.", e, writes && !never);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException s) {
                throw s;
            }
            if (e.getCause() instanceof RuntimeException r) {
                throw r;
            }
            throw new StoreException("The store failed: " + e.getCause(), e);
        }
    }

    /** Calls whose turn has not come. */
    int waiting() {
        return queue.size();
    }

    private StoreException busy(TimeoutException e) {
        return new StoreException(
                "The store is busy: a call waited " + limit.toSeconds() + " s for its turn and was given up.", e);
    }

    private StoreException late(TimeoutException e) {
        return new StoreException(
                "The store did not finish a call within " + limit.toSeconds()
                        + " s; whether it was kept is not known yet.",
                e,
                writes);
    }

    private void serve(Db db) {
        try {
            boolean goesOn = true;
            while (goesOn) {
                List<Call<?>> turn = new ArrayList<>();
                turn.add(queue.take());
                if (writes) {
                    queue.drainTo(turn, AT_ONCE - 1);
                }
                goesOn = !turn.contains(STOP);
                turn.removeIf(call -> call == STOP || !call.begin());
                runTogether(db, turn);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeQuietly(db);
        }
    }

    /**
     * One transaction and one commit for all calls that waited, since a commit costs the disk the same for one as for
     * many. Each is done or none; when one of them fails, each is run again in a transaction of its own.
     */
    private void runTogether(Db db, List<Call<?>> calls) {
        if (calls.size() < 2) {
            calls.forEach(call -> run(db, call));
            return;
        }
        List<Runnable> answers = new ArrayList<>();
        boolean committing = false;
        try {
            db.ready();
            db.begin();
            for (Call<?> call : calls) {
                answers.add(work(db, call));
            }
            long before = ticker.readNanos();
            committing = true;
            db.commit();
            times.addCommit(ticker.readNanos() - before, true);
            answers.forEach(Runnable::run);
        } catch (SQLException | RuntimeException | Error e) {
            rollback(db, e);
            if (committing && e instanceof SQLException failed) {
                calls.forEach(call -> call.fail(Failures.during(failed, true)));
            } else {
                calls.forEach(call -> run(db, call));
            }
        }
    }

    private static <T extends @Nullable Object> Runnable work(Db db, Call<T> call) throws SQLException {
        T value = call.work().run(db);
        return () -> call.succeed(value);
    }

    private <T extends @Nullable Object> void run(Db db, Call<T> call) {
        boolean committing = false;
        try {
            db.ready();
            if (writes) {
                db.begin(); // a reader's first query begins its transaction
            }
            T value = call.work().run(db);
            long before = ticker.readNanos();
            committing = true;
            db.commit();
            times.addCommit(ticker.readNanos() - before, writes);
            call.succeed(value);
        } catch (SQLException e) {
            rollback(db, e);
            call.fail(Failures.during(e, writes && committing));
        } catch (RuntimeException | Error e) {
            rollback(db, e);
            call.fail(e);
        }
    }

    private static void rollback(Db db, Throwable cause) {
        try {
            db.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private static void interruptQuietly(Db db) {
        try {
            db.interrupt();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "stopping a reader of the store", e);
        }
    }

    private static void closeQuietly(Db db) {
        try {
            db.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a connection to the store", e);
        }
    }

    /**
     * Ends the threads: a writer's after the calls that wait, readers' at once. Blocks up to the time limit for each.
     * Idempotent.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!writes) {
            refuseTheRest();
            connections.forEach(StoreThreads::interruptQuietly);
        }
        try {
            for (int i = 0; i < threads.size(); i++) {
                if (!queue.offer(STOP, limit.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
            for (Thread t : threads) {
                t.join(limit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            refuseTheRest();
        }
    }

    /** Calls that came in between the closing and the threads' end. */
    private void refuseTheRest() {
        for (Call<?> call = queue.poll(); call != null; call = queue.poll()) {
            if (call.giveUp()) {
                call.fail(closedStore());
            }
        }
    }

    private StoreException closedStore() {
        return new StoreException("The store is closed.", new IllegalStateException(name + " closed"));
    }
}
