package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.InstanceIdentity;
import io.tidegate.core.gate.Lease;
import io.tidegate.core.gate.Proof;
import io.tidegate.core.gate.SessionIdentity;
import io.tidegate.core.gate.Suspect;
import io.tidegate.sqlserver.catalog.Statements;
import java.util.Optional;

/**
 * Looks for evidence that an earlier session of ours has ended, where the lock itself is none. A restart of the instance
 * needs none: the lease drops a suspect of an earlier life by itself. The grace is offered always; the gate takes it only for
 * a session that ran by the operator's word, and not before its time. No state.
 */
final class SuspectProofs {
    private SuspectProofs() {}

    /** Whether no suspect binds the session's instance any more. Blocks for two light batches when there is one. */
    static boolean allProven(OpenedSession session, Lease lease) {
        InstanceIdentity here = session.identity().instance();
        Optional<Suspect> suspect = lease.suspectOn(here);
        if (suspect.isEmpty()) {
            return true;
        }
        SessionIdentity wanted = suspect.get().session();
        if (session.seesAllSessions()
                && isGone(session, wanted)
                && lease.provenBy(new Proof.SessionGone(wanted, here))) {
            return true;
        }
        return lease.provenBy(new Proof.GraceOver(here));
    }

    static DeferredBy inTheWay(OpenedSession session, Lease lease) {
        String who = lease.suspectOn(session.identity().instance())
                .map(s -> "session %d, logged in at %s"
                        .formatted(s.session().sessionId(), s.session().loginTime()))
                .orElse("");
        return new DeferredBy(DeferredBy.Kind.SUSPECT, who, null);
    }

    /** Session ids are used again, so the login time has to agree. */
    private static boolean isGone(OpenedSession session, SessionIdentity wanted) {
        return session
                .channel()
                .query(
                        Statements.SESSION_BY_ID
                                .text()
                                .bind()
                                .set("session_id", wanted.sessionId())
                                .build(),
                        row -> OpenedSession.time(row, "login_time"))
                .stream()
                .noneMatch(wanted.loginTime()::equals);
    }
}
