package io.tidegate.bench.overlap.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.time.Await;
import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    private static final long SECOND = 1_000_000_000;

    private final VirtualTime time = new VirtualTime(START);

    @Test
    void givenAPause_whenTimeIsThere_thenItEndsOnlyWhenToldAndCountsAsParkedUntilThen() {
        Pause pause = time.pause();
        long due = time.readNanos() + 60 * SECOND;
        CompletableFuture<Boolean> loop = CompletableFuture.supplyAsync(() -> pause.until(due));
        Await.until("it is parked", () -> time.parked() == 1);

        assertThat(time.nextDue()).hasValue(due);
        time.endPauses();
        assertThat(time.parked()).isEqualTo(1);
        time.moveTo(due);
        assertThat(time.instant()).isEqualTo(START.plusSeconds(60));
        assertThat(time.parked()).isEqualTo(1);
        time.endPauses();
        assertThat(time.parked()).isZero();
        assertThat(loop.join()).isTrue();
    }

    @Test
    void givenDeadlines_whenTheyAreDue_thenOnlyThoseRunOneAtATimeInTheirOrder() {
        List<String> ran = new ArrayList<>();
        time.after(Duration.ofSeconds(2), () -> ran.add("second"));
        time.after(Duration.ofSeconds(1), () -> ran.add("first"));
        Deadlines.Pending off = time.after(Duration.ofSeconds(1), () -> ran.add("called off"));
        off.close();

        assertThat(time.fireOne()).isFalse();
        time.moveTo(time.readNanos() + SECOND);
        assertThat(time.fireOne()).isTrue();
        assertThat(time.fireOne()).isFalse();
        assertThat(ran).containsExactly("first");
        assertThat(time.nextDue()).hasValue(time.readNanos() + SECOND);
    }

    @Test
    void givenAPauseThatIsStopped_whenALoopWaitsOrComes_thenItEnds() {
        Pause pause = time.pause();
        CompletableFuture<Boolean> loop = CompletableFuture.supplyAsync(() -> pause.until(time.readNanos() + SECOND));
        Await.until("it is parked", () -> time.parked() == 1);

        pause.stop();
        assertThat(loop.join()).isFalse();
        assertThat(pause.until(time.readNanos())).isFalse();
        assertThat(pause.isStopped()).isTrue();
    }

    @Test
    void givenTheEndOfTime_whenALoopWaitsOrComes_thenItEnds() {
        CompletableFuture<Boolean> loop =
                CompletableFuture.supplyAsync(() -> time.pause().until(time.readNanos() + SECOND));
        Await.until("it is parked", () -> time.parked() == 1);

        time.end();
        assertThat(loop.join()).isFalse();
        assertThat(time.pause().until(time.readNanos() + SECOND)).isFalse();
    }
}
