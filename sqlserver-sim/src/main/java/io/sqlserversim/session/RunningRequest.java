package io.sqlserversim.session;

import java.time.Instant;

/**
 * A request that runs. Immutable.
 *
 * @param started by the server's clock
 * @param command e.g. {@code SELECT}
 * @param text the batch
 * @param database current database when it began
 */
public record RunningRequest(Instant started, String command, String text, String database) {}
