package io.tidegate.core.gate;

import io.tidegate.core.time.Ticker;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gates of one host, one per server, made on demand and kept for the life of the process. Both loops, on-demand calls,
 * plan fetches and verification of one host use the same registry. Thread-safe.
 *
 * @param <K> the host's own server key; with equals and hashCode by value
 */
public final class GateRegistry<K> implements Gates<K> {
    private final ConcurrentHashMap<K, ServerGate<K>> gates = new ConcurrentHashMap<>();
    private final LeaseJournal<K> journal;
    private final InstantSource clock;
    private final Ticker ticker;
    private final String node;
    private volatile boolean admitting = true;

    /**
     * Makes a registry without gates.
     *
     * @param node the name of this node in the rows
     * @param journal where the rows go
     * @param clock our clock, for the instants in the rows
     * @param ticker for the grace
     */
    public GateRegistry(String node, LeaseJournal<K> journal, InstantSource clock, Ticker ticker) {
        this.node = Objects.requireNonNull(node, "node");
        this.journal = Objects.requireNonNull(journal, "journal");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.ticker = Objects.requireNonNull(ticker, "ticker");
    }

    @Override
    public ServerGate<K> gate(K server) {
        ServerGate<K> known = gates.get(server);
        return known != null ? known : gates.computeIfAbsent(server, this::make);
    }

    private ServerGate<K> make(K server) {
        return new ServerGate<>(new LeaseRows<>(server, node, clock, journal), ticker, () -> admitting);
    }

    @Override
    public void admitNothing() {
        admitting = false;
    }

    @Override
    public void recordHeldAtExit() {
        gates.values().forEach(ServerGate::recordAtExit);
    }
}
