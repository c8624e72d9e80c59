package io.sqlserversim.fleet;

import io.sqlserversim.clock.AcceleratedClock;
import io.sqlserversim.instance.ServerClock;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Simulated servers with one clock. Thread-safe. Made by {@link #start} for tests in this process, or by {@link #of} and
 * {@link #listen} for whoever must say something before the first port accepts.
 */
public final class Fleet implements AutoCloseable {
    private final FleetSpec spec;
    private final ServerClock clock;
    private final List<SimulatedServer> servers;

    private Fleet(FleetSpec spec, ServerClock clock, List<SimulatedServer> servers) {
        this.spec = spec;
        this.clock = clock;
        this.servers = List.copyOf(servers);
    }

    /**
     * A fleet that does not listen yet. Its clock starts at the machine's time.
     *
     * @param spec what it shall be
     * @return the fleet
     */
    public static Fleet of(FleetSpec spec) {
        return of(spec, new AcceleratedClock(Instant.now(), spec.clockSpeed(), System::nanoTime));
    }

    /**
     * A fleet with a clock of the caller's; the spec's clock speed is ignored.
     *
     * @param spec what it shall be
     * @param clock the time of all servers
     * @return the fleet, not listening yet
     */
    public static Fleet of(FleetSpec spec, ServerClock clock) {
        ServerFactory factory = new ServerFactory(
                spec, clock, System::nanoTime, Thread.ofVirtual().factory());
        List<SimulatedServer> servers = new ArrayList<>();
        for (int i = 0; i < spec.servers(); i++) {
            servers.add(factory.make(i));
        }
        return new Fleet(spec, clock, servers);
    }

    /**
     * A fleet that listens.
     *
     * @param spec what it shall be
     * @return the running fleet
     * @throws IOException when a port cannot be bound; nothing listens then
     */
    public static Fleet start(FleetSpec spec) throws IOException {
        return of(spec).listen();
    }

    /**
     * A fleet that listens, with a clock of the caller's.
     *
     * @param spec what it shall be
     * @param clock the time of all servers
     * @return the running fleet
     * @throws IOException when a port cannot be bound; nothing listens then
     */
    public static Fleet start(FleetSpec spec, ServerClock clock) throws IOException {
        return of(spec, clock).listen();
    }

    /**
     * Begins to listen on all ports.
     *
     * @return this fleet
     * @throws IOException when a port cannot be bound; nothing listens then
     */
    public Fleet listen() throws IOException {
        boolean all = false;
        try {
            for (SimulatedServer server : servers) {
                server.start();
            }
            all = true;
            return this;
        } finally {
            if (!all) {
                close();
            }
        }
    }

    /**
     * The servers.
     *
     * @return in the order of their ports
     */
    public List<SimulatedServer> servers() {
        return servers;
    }

    /**
     * The only server, or the first.
     *
     * @return the first server
     */
    public SimulatedServer first() {
        return servers.getFirst();
    }

    /** The server that a request of the control channel names under {@code server}; all when it names none. */
    List<SimulatedServer> named(JsonNode request) {
        if (!request.has("server")) {
            return servers;
        }
        String name = request.path("server").asString();
        List<SimulatedServer> named =
                servers.stream().filter(server -> server.name().equals(name)).toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("server: no server '" + name + "'");
        }
        return named;
    }

    /**
     * What it was made from.
     *
     * @return the spec
     */
    public FleetSpec spec() {
        return spec;
    }

    /**
     * The time of all servers.
     *
     * @return the clock
     */
    public ServerClock clock() {
        return clock;
    }

    /**
     * Stops the clock for good, so that what the servers hold can be counted; a clock of the caller's is left alone.
     *
     * @return what the clock shows now
     */
    public Instant freeze() {
        return clock instanceof AcceleratedClock accelerated ? accelerated.freeze() : clock.now();
    }

    /** Stops all servers; see {@link SimulatedServer#close()}. */
    @Override
    public void close() {
        servers.forEach(SimulatedServer::close);
    }
}
