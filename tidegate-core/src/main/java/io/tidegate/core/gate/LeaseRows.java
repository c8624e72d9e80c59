package io.tidegate.core.gate;

import io.tidegate.core.gate.Progress.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Writes one server's rows into the journal. Thread-safe, does not block. */
final class LeaseRows<K> {
    private final K server;
    private final String node;
    private final InstantSource clock;
    private final LeaseJournal<K> journal;

    LeaseRows(K server, String node, InstantSource clock, LeaseJournal<K> journal) {
        this.server = server;
        this.node = node;
        this.clock = clock;
        this.journal = journal;
    }

    Instant now() {
        return clock.instant();
    }

    void deferred(Purpose purpose, String database, DeferredBy by) {
        Instant now = now();
        journal.offer(new LeaseRow<>(
                server,
                purpose,
                database,
                null,
                null,
                node,
                null,
                now,
                null,
                now,
                LeaseEnding.DEFERRED,
                by,
                false,
                0,
                0,
                0,
                0,
                0,
                false,
                ""));
    }

    void intentEnded(SessionIdentity session) {
        journal.intentEnded(server, session);
    }

    void ended(GatedLease lease, Progress last, boolean suspectStays) {
        LeaseEnding ending = endingOf(lease, last.stage(), suspectStays);
        DeferredBy by = lease.whoDeferred();
        if (by == null && suspectStays) {
            by = new DeferredBy(DeferredBy.Kind.SUSPECT, "", null);
        }
        write(lease, last, ending, ending == LeaseEnding.DEFERRED ? by : null);
    }

    void heldAtExit(GatedLease lease) {
        write(lease, lease.progress(), LeaseEnding.UNKNOWN_AT_EXIT, null);
    }

    private static LeaseEnding endingOf(GatedLease lease, Stage last, boolean suspectStays) {
        return switch (last) {
            case NOTHING, DENIED -> lease.whoDeferred() == null ? LeaseEnding.NOTHING_SENT : LeaseEnding.DEFERRED;
            case REFUSED -> LeaseEnding.DEFERRED;
            case RELEASED -> suspectStays ? LeaseEnding.DEFERRED : LeaseEnding.RELEASED;
            case ASKED, GRANTED, SENT_BY_VIEW, SENT_BY_OPERATOR, CLOSED -> LeaseEnding.UNKNOWN;
        };
    }

    private void write(GatedLease lease, Progress last, LeaseEnding ending, @Nullable DeferredBy by) {
        Instant now = now();
        LeaseMeter.Reading r = lease.meter().reading();
        SessionIdentity session = last.session();
        boolean estimated = !r.measured() && (last.stage() == Stage.RELEASED || last.stage().leaves != null);
        long cpuMs = estimated ? Math.max(0, Duration.between(lease.since, now).toMillis()) : r.cpuMs();
        journal.offer(new LeaseRow<>(
                server,
                lease.purpose,
                lease.database,
                r.from(),
                r.to(),
                node,
                session == null ? null : session.sessionId(),
                lease.since,
                lease.since,
                now,
                ending,
                by,
                lease.isAbandoned(),
                r.rows(),
                r.bytes(),
                cpuMs,
                r.reads(),
                r.writes(),
                estimated,
                r.note()));
    }
}
