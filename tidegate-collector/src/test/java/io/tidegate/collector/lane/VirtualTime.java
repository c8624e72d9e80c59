package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.ManualPause;
import io.tidegate.core.time.Pause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Time that goes on, to the next instant that some loops wait for, once all of those rest. To be moved by one thread; the pauses
 * are thread-safe.
 */
final class VirtualTime {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private final List<ManualPause> pauses = new CopyOnWriteArrayList<>();
    private final CollectorFixture fixture;

    VirtualTime(CollectorFixture fixture) {
        this.fixture = fixture;
    }

    /** A pause that ends when this time has come to its instant. */
    Pause pause() {
        ManualPause made = new ManualPause();
        pauses.add(made);
        return made;
    }

    /**
     * Moves on until an instant of the fixture's ticker. Whoever is not among the loops may work on or hang meanwhile: nobody
     * waits for them.
     *
     * @param loops pauses by their number, in the order in which they were made
     */
    void runUntil(long nanos, List<Integer> loops) {
        while (true) {
            Await.until("all loops rest at " + fixture.clock.now(), BOUND, () -> {
                pauses.forEach(this::endIfDue);
                return loops.stream().allMatch(i -> isResting(pauses.get(i)));
            });
            long next = Math.min(
                    nanos,
                    loops.stream()
                            .mapToLong(i -> pauses.get(i).lastAskedNanos())
                            .min()
                            .orElse(nanos));
            long now = fixture.ticker.readNanos();
            if (next >= nanos && now >= nanos) {
                return;
            }
            Duration by = Duration.ofNanos(next - now);
            fixture.clock.advance(by);
            fixture.pass(by);
        }
    }

    private boolean isResting(ManualPause pause) {
        return pause.isWaiting() && fixture.ticker.readNanos() - pause.lastAskedNanos() < 0;
    }

    private void endIfDue(ManualPause pause) {
        if (pause.isWaiting() && fixture.ticker.readNanos() - pause.lastAskedNanos() >= 0) {
            pause.release();
        }
    }
}
