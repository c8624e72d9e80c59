package io.tidegate.bench.overlap.day;

import io.tidegate.core.time.Deadlines;
import io.tidegate.core.time.Pause;
import io.tidegate.core.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All of a collector's time: its clock, its ticker, its deadlines and the pauses of its loops. It stands until somebody moves
 * it, and nothing that becomes due happens by itself. Thread-safe; one thread moves it.
 */
final class VirtualTime implements InstantSource, Ticker, Deadlines {
    /** Far from zero and negative, as a real ticker may be. */
    private static final long ORIGIN = -7_000_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Instant start;
    private final TreeSet<Armed> armed =
            new TreeSet<>(Comparator.comparingLong(Armed::at).thenComparingLong(Armed::number)); // under lock
    private final List<VirtualPause> parked = new ArrayList<>(); // under lock
    private long nowNanos = ORIGIN; // under lock
    private long numbers; // under lock
    private boolean over; // under lock

    /** A time that stands at an instant. */
    VirtualTime(Instant start) {
        this.start = start;
    }

    private record Armed(long at, long number, Runnable action) {}

    @Override
    public Instant instant() {
        return start.plusNanos(readNanos() - ORIGIN);
    }

    @Override
    public long readNanos() {
        lock.lock();
        try {
            return nowNanos;
        } finally {
            lock.unlock();
        }
    }

    /** The reading of the ticker at an instant. */
    long nanosAt(Instant instant) {
        return ORIGIN + Duration.between(start, instant).toNanos();
    }

    @Override
    public Pending after(Duration limit, Runnable action) {
        lock.lock();
        try {
            Armed added = new Armed(nowNanos + Math.max(0, limit.toNanos()), numbers++, action);
            armed.add(added);
            return () -> callOff(added);
        } finally {
            lock.unlock();
        }
    }

    private void callOff(Armed one) {
        lock.lock();
        try {
            armed.remove(one);
        } finally {
            lock.unlock();
        }
    }

    /** A new place for a loop to wait in. */
    Pause pause() {
        return new VirtualPause();
    }

    /** When the next deadline or the end of the next pause is due; empty when there is none. */
    OptionalLong nextDue() {
        lock.lock();
        try {
            OptionalLong pause = parked.stream().mapToLong(one -> one.due).min();
            if (armed.isEmpty()) {
                return pause;
            }
            return OptionalLong.of(Math.min(
                    armed.getFirst().at(), pause.orElse(armed.getFirst().at())));
        } finally {
            lock.unlock();
        }
    }

    /** Moves the time; nothing else happens. Never backwards. */
    void moveTo(long nanos) {
        lock.lock();
        try {
            nowNanos = Math.max(nowNanos, nanos);
        } finally {
            lock.unlock();
        }
    }

    /** Runs the earliest deadline's action if it is due, on this thread. False when none is due. */
    boolean fireOne() {
        Armed due;
        lock.lock();
        try {
            if (armed.isEmpty() || armed.getFirst().at() > nowNanos) {
                return false;
            }
            due = armed.removeFirst();
        } finally {
            lock.unlock();
        }
        due.action().run();
        return true;
    }

    /** Ends all pauses that are due: whoever waits there counts as parked no more when this returns. */
    void endPauses() {
        lock.lock();
        try {
            parked.stream().filter(pause -> pause.due <= nowNanos).toList().forEach(VirtualPause::end);
        } finally {
            lock.unlock();
        }
    }

    /** From now on nobody waits here: all pauses, those to come as well, are stopped. */
    void end() {
        lock.lock();
        try {
            over = true;
            List.copyOf(parked).forEach(VirtualPause::end);
        } finally {
            lock.unlock();
        }
    }

    /** How many threads wait in a pause that nothing has ended yet. */
    int parked() {
        lock.lock();
        try {
            return parked.size();
        } finally {
            lock.unlock();
        }
    }

    /** Ends when the virtual time is there and {@link #endPauses} says so. */
    private final class VirtualPause implements Pause {
        private final Condition ended = lock.newCondition();
        private long due; // under lock
        private boolean stopped; // under lock

        @Override
        public boolean until(long tickerNanos) {
            lock.lock();
            try {
                if (!stopped && !over && tickerNanos > nowNanos) {
                    due = tickerNanos;
                    parked.add(this);
                    while (parked.contains(this)) {
                        ended.await();
                    }
                }
                return !stopped && !over;
            } catch (InterruptedException stop) {
                parked.remove(this);
                Thread.currentThread().interrupt();
                return false;
            } finally {
                lock.unlock();
            }
        }

        private void end() {
            parked.remove(this);
            ended.signalAll();
        }

        @Override
        public void stop() {
            lock.lock();
            try {
                stopped = true;
                end();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean isStopped() {
            lock.lock();
            try {
                return stopped || over;
            } finally {
                lock.unlock();
            }
        }
    }
}
