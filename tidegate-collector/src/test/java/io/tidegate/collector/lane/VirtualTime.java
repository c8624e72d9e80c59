package io.tidegate.collector.lane;

import io.tidegate.collector.CollectorFixture;
import io.tidegate.core.time.Await;
import io.tidegate.core.time.Pause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Time that goes on, to the next instant that some loops wait for, once all of those rest. To be moved by one thread; the pauses
 * are thread-safe.
 */
final class VirtualTime {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private final List<Waiting> pauses = new CopyOnWriteArrayList<>();
    private final CollectorFixture fixture;

    VirtualTime(CollectorFixture fixture) {
        this.fixture = fixture;
    }

    /** A pause that ends when this time has come to its instant. */
    Pause pause() {
        Waiting made = new Waiting();
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
            Await.until(
                    "all loops rest at " + fixture.clock.now(),
                    BOUND,
                    () -> loops.stream().allMatch(i -> pauses.get(i).isResting()));
            long next = Math.min(
                    nanos,
                    loops.stream().mapToLong(i -> pauses.get(i).due()).min().orElse(nanos));
            long now = fixture.ticker.readNanos();
            if (next >= nanos && now >= nanos) {
                return;
            }
            Duration by = Duration.ofNanos(next - now);
            fixture.clock.advance(by);
            fixture.pass(by);
            pauses.forEach(Waiting::look);
        }
    }

    private final class Waiting implements Pause {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private boolean waits;
        private boolean stopped;
        private long due;

        @Override
        public boolean until(long tickerNanos) {
            lock.lock();
            try {
                due = tickerNanos;
                waits = true;
                while (fixture.ticker.readNanos() - due < 0 && !stopped) {
                    changed.awaitUninterruptibly();
                }
                return !stopped;
            } finally {
                waits = false;
                lock.unlock();
            }
        }

        boolean isResting() {
            lock.lock();
            try {
                return waits && fixture.ticker.readNanos() - due < 0;
            } finally {
                lock.unlock();
            }
        }

        long due() {
            lock.lock();
            try {
                return due;
            } finally {
                lock.unlock();
            }
        }

        void look() {
            lock.lock();
            try {
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void stop() {
            lock.lock();
            try {
                stopped = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean isStopped() {
            lock.lock();
            try {
                return stopped;
            } finally {
                lock.unlock();
            }
        }
    }
}
