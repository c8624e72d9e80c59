package io.tidegate.core.gate;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The record of one lease or of one deferral. Immutable.
 *
 * @param <K> the host's own server key
 * @param server which server
 * @param purpose what for
 * @param database the database whose work it was; empty when the whole server's
 * @param from start of the stretch of history, inclusive; null when none was worked on
 * @param to its end, exclusive; null when none was worked on
 * @param node the node of ours
 * @param sessionId the session on the server; null when it did not come to one
 * @param asked when the lease was asked for, by our clock
 * @param got when it was granted; null for a deferral at ring 1
 * @param ended when it ended
 * @param ending how it ended
 * @param deferredBy who stood in the way; null unless {@link LeaseEnding#DEFERRED}
 * @param abandoned its loop went on before the end
 * @param rows rows read
 * @param bytes bytes read, as the budgets count them
 * @param cpuMs milliseconds of CPU on the server
 * @param reads logical reads, in pages
 * @param writes writes, in pages
 * @param estimated the server's counters could not be read: {@code cpuMs} is the time for which the lease was held
 * @param note what made it smaller than planned, or cut it, in words for a user; empty where nothing did
 */
public record LeaseRow<K>(
        K server,
        Purpose purpose,
        String database,
        @Nullable Instant from,
        @Nullable Instant to,
        String node,
        @Nullable Integer sessionId,
        Instant asked,
        @Nullable Instant got,
        Instant ended,
        LeaseEnding ending,
        @Nullable DeferredBy deferredBy,
        boolean abandoned,
        long rows,
        long bytes,
        long cpuMs,
        long reads,
        long writes,
        boolean estimated,
        String note) {
    /** Checks what must be there. */
    public LeaseRow {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(purpose, "purpose");
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(asked, "asked");
        Objects.requireNonNull(ended, "ended");
        Objects.requireNonNull(ending, "ending");
        Objects.requireNonNull(note, "note");
    }
}
