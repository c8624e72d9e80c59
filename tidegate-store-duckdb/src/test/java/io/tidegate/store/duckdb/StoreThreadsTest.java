package io.tidegate.store.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.SystemTicker;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a call does that fails beside others. Mutation seen to break it: an {@link Error} that passes by the turn and ends
 * the writer's thread, so that every later call waits in vain.
 */
class StoreThreadsTest {
    @TempDir
    Path directory;

    private Engine engine;
    private StoreThreads writer;

    @BeforeEach
    void open() {
        engine = Engine.open(directory, TestStores.SMALL, InstantSource.system());
        writer = new StoreThreads(
                "writer",
                true,
                engine.connections(1, 0, () -> {}),
                TestStores.SMALL,
                new StoreThreads.Tools(TestStores.threads(), SystemTicker.INSTANCE),
                new StoreTimes(SystemTicker.INSTANCE));
    }

    @AfterEach
    void close() {
        writer.close();
        engine.close();
    }

    @Test
    void givenAnErrorInATurnOfSeveral_whenItIsThrown_thenItsCallFailsAloneAndTheWriterLives() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        CountDownLatch isBusy = new CountDownLatch(1);
        AtomicInteger tries = new AtomicInteger();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> first = callers.submit(() -> writer.change(db -> {
                isBusy.countDown();
                await(mayGoOn);
            }));
            isBusy.await();
            Future<?> wrong = callers.submit(() -> writer.change(db -> {
                tries.incrementAndGet();
                db.update("INSERT INTO server VALUES (1, 'wrong')");
                throw new StackOverflowError("too deep");
            }));
            Future<?> right = callers.submit(() -> writer.change(db -> {
                tries.incrementAndGet();
                db.update("INSERT INTO server VALUES (2, 'right')");
            }));
            Await.until("both wait", () -> writer.waiting() == 2);
            mayGoOn.countDown();

            first.get();
            right.get();
            assertThatThrownBy(wrong::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("too deep");
        }
        assertThat(tries.get()).as("once together, then each alone").isGreaterThanOrEqualTo(3);
        assertThat(writer.<Long>call(db -> db.number("SELECT sum(server_id) FROM server")))
                .isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
