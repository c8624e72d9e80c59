package io.tidegate.collector;

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
        ThreadFactory threads) {}
