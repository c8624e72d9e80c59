package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.StandIn;
import io.tidegate.sqlserver.catalog.QuotedName;
import java.util.List;

/**
 * Ring 3 where the lock cannot be taken: after its login, a session looks for any other heavy one; if there is one, both go
 * away. Keeps law ONE only where all installations do so. Immutable, thread-safe.
 */
public final class ViewStandIn implements RingThree {
    /** Makes the ring. */
    public ViewStandIn() {}

    @Override
    public Entry enter(OpenedSession session, Lease lease) {
        if (!session.seesAllSessions()) {
            String user = QuotedName.of(session.target().login().user());
            String right = session.target().isDatabase() ? "VIEW DATABASE STATE" : "VIEW SERVER STATE";
            return new Entry.Impossible(
                    session.target().name() + ": the login does not see other sessions (" + right + ")",
                    (session.target().isDatabase() ? "" : "USE [master]; ") + "GRANT " + right + " TO " + user + ";");
        }
        List<String> others = HeavyProgram.others(session);
        if (!others.isEmpty()) {
            return new Entry.Refused(new DeferredBy(DeferredBy.Kind.LOCK, String.join("; ", others), null));
        }
        if (!SuspectProofs.allProven(session, lease)) {
            return new Entry.Refused(SuspectProofs.inTheWay(session, lease));
        }
        lease.sentUnproven(session.identity(), StandIn.VIEW);
        return new Entry.Entered(new LastWordHold(session, lease));
    }
}
