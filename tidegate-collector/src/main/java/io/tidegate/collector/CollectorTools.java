package io.tidegate.collector;

import io.tidegate.collector.probe.Registrations;
import io.tidegate.core.budget.HeavyAccounts;
import io.tidegate.core.gate.Gates;
import io.tidegate.core.step.StepTools;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.time.Ticker;
import io.tidegate.sqlserver.session.HeavySessions;
import io.tidegate.sqlserver.session.LightSessions;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/**
 * What all lanes of a process share. Immutable.
 *
 * @param store where rows go
 * @param gates one gate per server, by its name
 * @param heavy opens heavy sessions
 * @param light opens light sessions
 * @param steps threads, deadlines and sinks of steps
 * @param memory permits for batches in flight
 * @param clock our clock, for instants shown to people
 * @param ticker for durations
 * @param threads makes the loops' and the readers' threads: virtual ones
 * @param accounts what heavy work has cost each server; the gates' journal charges them
 * @param registrations which registered servers are one instance or copies of one database
 */
public record CollectorTools(
        CollectorStore store,
        Gates<String> gates,
        HeavySessions heavy,
        LightSessions light,
        StepTools steps,
        MemoryPermits memory,
        InstantSource clock,
        Ticker ticker,
        ThreadFactory threads,
        HeavyAccounts accounts,
        Registrations registrations) {
    /**
     * Tools whose leases are charged to nobody, for lanes without a budget.
     *
     * @param store where rows go
     * @param gates one gate per server, by its name
     * @param heavy opens heavy sessions
     * @param light opens light sessions
     * @param steps threads, deadlines and sinks of steps
     * @param memory permits for batches in flight
     * @param clock our clock
     * @param ticker for durations
     * @param threads makes threads
     */
    public CollectorTools(
            CollectorStore store,
            Gates<String> gates,
            HeavySessions heavy,
            LightSessions light,
            StepTools steps,
            MemoryPermits memory,
            InstantSource clock,
            Ticker ticker,
            ThreadFactory threads) {
        this(
                store,
                gates,
                heavy,
                light,
                steps,
                memory,
                clock,
                ticker,
                threads,
                new HeavyAccounts(ticker),
                new Registrations(ticker));
    }

    /**
     * The same with another store.
     *
     * @param other where rows go
     * @return a copy, which shares all else
     */
    public CollectorTools storing(CollectorStore other) {
        return new CollectorTools(
                other, gates, heavy, light, steps, memory, clock, ticker, threads, accounts, registrations);
    }
}
