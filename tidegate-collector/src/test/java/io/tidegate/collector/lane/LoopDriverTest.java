package io.tidegate.collector.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.core.incident.Incident;
import io.tidegate.core.ledger.DueGrid;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualPause;
import io.tidegate.core.time.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A loop keeps to its grid: passes neither move it nor end it. Mutations seen to break it: a next point taken from the end
 * of the pass, or from the last point alone; a pass's exception that ends the loop.
 */
class LoopDriverTest {
    private static final Duration CADENCE = Duration.ofSeconds(60);

    private final ManualTicker ticker = new ManualTicker();
    private final long phase = ticker.readNanos();
    private final ManualPause pause = new ManualPause();
    private final List<Long> passes = new CopyOnWriteArrayList<>();
    private final List<Long> dues = new CopyOnWriteArrayList<>();
    private final AtomicLong missed = new AtomicLong();
    private volatile Duration takes = Duration.ZERO;
    private volatile Runnable bug = () -> {};
    private final Thread loop = Thread.ofVirtual()
            .start(new LoopDriver("sim-1/tick", new DueGrid(phase, CADENCE), ticker, pause, this::pass, this::due));

    @AfterEach
    void stop() {
        pause.stop();
        Await.until("the end of the loop", () -> !loop.isAlive());
    }

    @Test
    void givenPassesInTime_whenTheyFollow_thenEachHasItsPointOfTheGrid() {
        next(Duration.ofSeconds(60));
        next(Duration.ofSeconds(60));

        assertThat(passes).containsExactly(at(60), at(120));
        assertThat(dues).containsExactly(at(60), at(120), at(180));
    }

    @Test
    @Incident(69)
    void givenAPassThatTakesLong_whenItEnds_thenMissedPointsAreSkippedAndTheGridStays() {
        takes = Duration.ofSeconds(200);
        next(Duration.ofSeconds(61));
        takes = Duration.ZERO;

        assertThat(pause.lastAskedNanos()).isEqualTo(at(300));
        assertThat(missed).as("at 120, 180 and 240 s").hasValue(3);
    }

    @Test
    @Incident(71)
    void givenATurnThatComesEarly_whenItsPassEndsBeforeThePoint_thenThatPointIsNotTakenTwice() {
        next(Duration.ofSeconds(59));

        assertThat(pause.lastAskedNanos()).isEqualTo(at(120));
    }

    @Test
    @Incident(64)
    void givenAPassThatThrows_whenItsNextPointComes_thenTheLoopGoesOn() {
        bug = () -> {
            throw new IllegalStateException("a bug");
        };
        next(Duration.ofSeconds(60));
        bug = () -> {
            throw new StackOverflowError("another one");
        };
        next(Duration.ofSeconds(60));
        bug = () -> {};
        next(Duration.ofSeconds(60));

        assertThat(passes).hasSize(3);
    }

    private void due(long point, long before) {
        dues.add(point);
        missed.addAndGet(before);
    }

    private long at(long seconds) {
        return phase + Duration.ofSeconds(seconds).toNanos();
    }

    private void next(Duration by) {
        Await.until("the loop waits", pause::isWaiting);
        int before = passes.size();
        ticker.advance(by);
        pause.release();
        Await.until("a pass", () -> passes.size() > before && pause.isWaiting());
    }

    private void pass(long point) {
        ticker.advance(takes);
        passes.add(point);
        bug.run();
    }
}
