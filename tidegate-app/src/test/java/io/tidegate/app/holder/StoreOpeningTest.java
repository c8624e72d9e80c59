package io.tidegate.app.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.core.store.StoreException;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.SystemTicker;
import io.tidegate.store.duckdb.DuckDbOptions;
import io.tidegate.store.duckdb.DuckDbStore;
import io.tidegate.store.duckdb.DuckDbStores;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that another process has. Mutations seen to break it: without the look at the reason a failure of another kind is
 * tried again; without {@code isHopeless}; without the end of its patience.
 */
@Timeout(120)
class StoreOpeningTest {
    @TempDir
    Path directory;

    private final AtomicInteger tries = new AtomicInteger();
    private Process other;

    @BeforeEach
    void hold() throws IOException {
        other = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        directory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = other.inputReader(StandardCharsets.UTF_8);
        assertThat(out.readLine()).isEqualTo("open");
    }

    @AfterEach
    void end() throws InterruptedException {
        other.destroyForcibly().waitFor();
    }

    /** Another process that has the store until it is killed. */
    static final class Other {
        public static void main(String[] directory) throws IOException {
            try (DuckDbStore store = open(Path.of(directory[0]))) {
                System.out.println("open");
                System.in.read();
            }
        }
    }

    @Test
    void givenAProcessThatEndsSoon_whenOpened_thenItIsWaitedFor() {
        World world = new World(Duration.ofMillis(200)) {
            @Override
            void waited() throws InterruptedException {
                if (waits() == 3) {
                    end();
                }
            }
        };

        new StoreOpening(world::nanos, world).open(this::tried, () -> false).close();

        assertThat(tries).hasValue(4);
    }

    @Test
    void givenAProcessThatStays_whenOpened_thenItIsNamedBehindTenSeconds() {
        World world = new World(Duration.ofSeconds(3));

        assertThatThrownBy(() -> new StoreOpening(world::nanos, world).open(this::tried, () -> false))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is in use by process " + other.pid());
        assertThat(tries).as("at 0, 3, 6, 9 and 12 s").hasValue(5);
    }

    @Test
    void givenAProcessThatCollects_whenOpened_thenItIsNamedAtOnce() {
        World world = new World(Duration.ofSeconds(3));

        assertThatThrownBy(() -> new StoreOpening(world::nanos, world).open(this::tried, () -> true))
                .hasMessageContaining("is in use by process " + other.pid());
        assertThat(tries).hasValue(1);
    }

    @Test
    void givenAnotherReason_whenOpened_thenItIsSaidAtOnce() {
        World world = new World(Duration.ofSeconds(3));

        assertThatThrownBy(() -> new StoreOpening(world::nanos, world)
                        .open(
                                () -> {
                                    tries.incrementAndGet();
                                    throw new StoreException("The disk is full.", new IOException("full"));
                                },
                                () -> false))
                .hasMessage("The disk is full.");
        assertThat(tries).hasValue(1);
    }

    private DuckDbStore tried() {
        tries.incrementAndGet();
        return open(directory);
    }

    private static DuckDbStore open(Path directory) {
        return DuckDbStores.open(
                directory,
                DuckDbOptions.DEFAULTS,
                Thread.ofPlatform().daemon().factory(),
                InstantSource.system(),
                SystemTicker.INSTANCE);
    }

    /** Time that moves by each wait alone. */
    private static class World implements Pause {
        private final Duration step;
        private int waits;

        World(Duration step) {
            this.step = step;
        }

        long nanos() {
            return step.multipliedBy(waits).toNanos();
        }

        int waits() {
            return waits;
        }

        /** For what happens meanwhile. */
        void waited() throws InterruptedException {}

        @Override
        public boolean until(long tickerNanos) {
            try {
                waits++;
                waited();
                return true;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void stop() {}

        @Override
        public boolean isStopped() {
            return false;
        }
    }
}
