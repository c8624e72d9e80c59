package io.sqlserversim.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sqlserversim.engine.StatementEnded;
import io.sqlserversim.session.Session;
import io.sqlserversim.session.SessionLogin;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A release that grants a waiter at the very moment at which attention ends its wait: it either holds the lock and says
 * so, or holds nothing. Seen to fail when {@code AppLocks.withdraw} does not give a grant back that came too late
 * ({@code queue.undo} left out).
 */
@Timeout(120)
class LateGrantRaceTest {
    private static final LockKey KEY = new LockKey("tempdb", "public", "r");

    private final AppLocks locks = new AppLocks();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private static Session session(int id) {
        SessionLogin login = new SessionLogin("u", "p", "h", "c", 1, false, false, UUID.randomUUID(), "127.0.0.1", 1);
        return new Session(id, login, Instant.EPOCH, "tempdb");
    }

    @Test
    void givenAWaiter_whenReleaseAndAttentionMeet_thenItHoldsTheLockOnlyIfItWasTold() throws Exception {
        for (int round = 0; round < 3_000; round++) {
            Session holder = session(51);
            Session waiter = session(52);
            locks.acquire(holder, KEY, LockMode.EXCLUSIVE, LockOwner.SESSION, 0);
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<Boolean> told = CompletableFuture.supplyAsync(() -> waits(waiter), threads);
            while (locks.snapshot().size() < 2) {
                Thread.onSpinWait();
            }
            CompletableFuture<Void> attention = CompletableFuture.runAsync(
                    () -> {
                        await(together);
                        waiter.signals().raise(StatementEnded.Reason.ATTENTION);
                    },
                    threads);
            await(together);
            locks.release(holder, KEY, LockOwner.SESSION);
            boolean holds = told.get(30, TimeUnit.SECONDS);
            attention.get(30, TimeUnit.SECONDS);
            assertThat(locks.held(waiter, KEY, LockOwner.SESSION) != null)
                    .as("round " + round)
                    .isEqualTo(holds);
            locks.releaseAll(waiter);
        }
    }

    private boolean waits(Session waiter) {
        try {
            AppLocks.Outcome outcome =
                    locks.acquire(waiter, KEY, LockMode.EXCLUSIVE, LockOwner.SESSION, Long.MAX_VALUE);
            return outcome == AppLocks.Outcome.GRANTED_AFTER_WAIT;
        } catch (StatementEnded e) {
            return false;
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
