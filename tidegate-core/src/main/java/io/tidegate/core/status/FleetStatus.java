package io.tidegate.core.status;

import java.time.Instant;
import java.util.List;

/** The live side of a collecting process. Implementations are thread-safe and do not block. */
public interface FleetStatus {
    /**
     * Every configured server.
     *
     * @return by name
     */
    List<ServerStatus> servers();

    /**
     * When the process began to collect, by our clock.
     *
     * @return the instant
     */
    Instant startedAt();

    /**
     * What a user must know about this process, such as a demo's faster clock.
     *
     * @return empty when nothing is special
     */
    String notice();
}
