package io.tidegate.core.budget;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What our work has cost one server in the hour that ends now: leases, and the CPU of light sessions. Durations are by the monotonic ticker, so that a
 * clock that jumps changes nothing. Thread-safe: every field is guarded by the lock; nothing blocks for longer than it
 * takes to add up an hour's leases.
 *
 * <p>A lease counts whole until an hour has passed since its end: rather too long than too short.
 */
public final class HeavyAccount {
    private static final long WINDOW_NANOS = HeavyBudget.WINDOW.toNanos();

    /** Less is not worth a login. */
    private static final Duration LEAST = Duration.ofMillis(200);

    private static final int ASSUMED_CORES = 1;
    private static final long PERCENT = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Charge> charges = new ArrayDeque<>();
    private @Nullable Long begunNanos;
    private @Nullable Integer cores;
    private Duration lightEver = Duration.ZERO;

    /** An account that nothing was charged to, of a server whose cores are not known: one is assumed. */
    public HeavyAccount() {}

    /** One lease, or light work without one. */
    private record Charge(long endNanos, Duration heavy, Duration cpu, boolean estimated, boolean light) {}

    /**
     * The server's cores were read.
     *
     * @param count at least 1
     */
    public void coresSeen(int count) {
        lock.lock();
        try {
            cores = Math.max(1, count);
        } finally {
            lock.unlock();
        }
    }

    /**
     * A lease was granted: its time counts from now on, also while it is held.
     *
     * @param nowNanos the ticker
     */
    public void begun(long nowNanos) {
        lock.lock();
        try {
            begunNanos = nowNanos;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A lease has ended.
     *
     * @param nowNanos the ticker
     * @param otherwise how long it was held, used only where its begin was not told
     * @param cpu what it cost
     * @param estimated whether that is not the server's own figure
     * @param sent whether anything was sent to the server; a lease that sent nothing costs nothing
     */
    public void ended(long nowNanos, Duration otherwise, Duration cpu, boolean estimated, boolean sent) {
        lock.lock();
        try {
            Duration held = begunNanos == null ? otherwise : Duration.ofNanos(nowNanos - begunNanos);
            begunNanos = null;
            if (sent) {
                charges.addLast(new Charge(nowNanos, held, estimated ? held : cpu, estimated, false));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Light work, such as a probe, has cost CPU: it takes from what heavy work may use, and waits for nothing itself.
     *
     * @param nowNanos the ticker
     * @param cpu by the server's counters; nothing is charged where it is not above zero
     */
    public void light(long nowNanos, Duration cpu) {
        if (!cpu.isPositive()) {
            return;
        }
        lock.lock();
        try {
            charges.addLast(new Charge(nowNanos, Duration.ZERO, cpu, false, true));
            lightEver = lightEver.plus(cpu);
        } finally {
            lock.unlock();
        }
    }

    /**
     * What all light work of this process has cost.
     *
     * @return CPU; it never falls
     */
    public Duration lightEver() {
        lock.lock();
        try {
            return lightEver;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A lease, or light work, of an earlier process. To be told before the first lease of this one, oldest first.
     *
     * @param endedNanos reading of the ticker that lies as long ago as its end
     * @param heavy how long it was held
     * @param cpu what it cost
     * @param estimated whether that is not the server's own figure
     * @param light whether it was light work
     */
    public void before(long endedNanos, Duration heavy, Duration cpu, boolean estimated, boolean light) {
        lock.lock();
        try {
            charges.addLast(new Charge(endedNanos, heavy, cpu, estimated, light));
        } finally {
            lock.unlock();
        }
    }

    /**
     * The hour that ends now.
     *
     * @param budget its limits
     * @param nowNanos the ticker
     * @return what was used
     */
    public Usage usage(HeavyBudget budget, long nowNanos) {
        lock.lock();
        try {
            forget(nowNanos);
            Duration heavy = begunNanos == null ? Duration.ZERO : Duration.ofNanos(nowNanos - begunNanos);
            Duration cpu = Duration.ZERO;
            Duration light = Duration.ZERO;
            boolean estimated = false;
            for (Charge charge : charges) {
                heavy = heavy.plus(charge.heavy);
                cpu = cpu.plus(charge.cpu);
                light = charge.light ? light.plus(charge.cpu) : light;
                estimated |= charge.estimated;
            }
            int count = cores == null ? ASSUMED_CORES : cores;
            return new Usage(
                    heavy, budget.heavyTime(), cpu, budget.cpuTime(count), light, count, cores == null, estimated);
        } finally {
            lock.unlock();
        }
    }

    /**
     * What work of a rank may take now.
     *
     * @param budget the limits
     * @param rank which work
     * @param nowNanos the ticker
     * @return as long as the rank's share of both limits leaves it; an hour where nothing is limited
     */
    public Allowance allowance(HeavyBudget budget, Rank rank, long nowNanos) {
        lock.lock();
        try {
            Usage usage = usage(budget, nowNanos);
            if (budget.isUnlimited()) {
                return new Allowance(rank, HeavyBudget.WINDOW, Duration.ZERO, usage);
            }
            Duration left = left(usage, rank, usage.heavyUsed(), usage.cpuUsed());
            return left.compareTo(LEAST) >= 0
                    ? new Allowance(rank, left, Duration.ZERO, usage)
                    : new Allowance(rank, Duration.ZERO, until(usage, rank, nowNanos), usage);
        } finally {
            lock.unlock();
        }
    }

    private static Duration left(Usage usage, Rank rank, Duration heavyUsed, Duration cpuUsed) {
        Duration heavy = share(usage.heavyLimit(), rank).minus(heavyUsed);
        Duration cpu = share(usage.cpuLimit(), rank).minus(cpuUsed);
        return heavy.compareTo(cpu) < 0 ? heavy : cpu;
    }

    private static Duration share(Duration limit, Rank rank) {
        return limit.multipliedBy(rank.percent()).dividedBy(PERCENT);
    }

    /** Until enough leases lie an hour back. */
    private Duration until(Usage usage, Rank rank, long nowNanos) {
        Duration heavy = usage.heavyUsed();
        Duration cpu = usage.cpuUsed();
        for (Charge charge : charges) {
            heavy = heavy.minus(charge.heavy);
            cpu = cpu.minus(charge.cpu);
            if (left(usage, rank, heavy, cpu).compareTo(LEAST) >= 0) {
                return Duration.ofNanos(charge.endNanos + WINDOW_NANOS - nowNanos);
            }
        }
        return HeavyBudget.WINDOW;
    }

    private void forget(long nowNanos) {
        for (Iterator<Charge> each = charges.iterator(); each.hasNext(); ) {
            if (nowNanos - each.next().endNanos < WINDOW_NANOS) {
                return;
            }
            each.remove();
        }
    }
}
