package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.DeferredBy;
import io.tidegate.core.gate.Lease;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.fault.Fault;
import io.tidegate.sqlserver.fault.SqlServerException;
import java.util.List;

/**
 * Ring 3 by a session-owned application lock, taken on the session that will run everything, in its current database
 * ({@code tempdb}). Immutable, thread-safe.
 *
 * <p>Source: sp_getapplock, SQL Server documentation: 0 and 1 granted, below 0 not granted. The lock lives and dies with
 * the session.
 */
public final class ApplicationLock implements RingThree {
    /** Makes the ring. */
    public ApplicationLock() {}

    @Override
    public Entry enter(OpenedSession session, Lease lease) {
        lease.lockAsked(session.identity());
        int granted;
        try {
            granted = session.channel().one(Statements.APPLOCK_GET.text().bind().build(), row -> row.getInt("granted"));
        } catch (SqlServerException failed) {
            return closed(failed, session, lease);
        }
        if (granted >= 0) {
            lease.lockGranted();
            return new Entry.Entered(new LockHold(session, lease));
        }
        lease.lockRefused();
        return new Entry.Refused(new DeferredBy(DeferredBy.Kind.LOCK, who(session), null));
    }

    /** An answer that the procedure may not be called is an answer: nothing is held. Any other failure proves nothing. */
    private static Entry closed(SqlServerException failed, OpenedSession session, Lease lease) {
        if (failed.fault() instanceof Fault.NotPermitted denied) {
            lease.lockDenied();
            String grant =
                    session.target().isDatabase() ? "GRANT EXECUTE ON sys.sp_getapplock TO [public];" : denied.grant();
            return new Entry.Impossible(denied.message(), grant);
        }
        if (failed.fault() instanceof Fault.NotSupported missing) {
            lease.lockDenied();
            return new Entry.Impossible(missing.message(), "");
        }
        throw failed;
    }

    private static String who(OpenedSession session) {
        return session.seesAllSessions() ? String.join("; ", HeavyProgram.others(session)) : "";
    }

    private record LockHold(OpenedSession session, Lease lease) implements Hold {
        @Override
        public List<BoundSql> guards() {
            return List.of(Statements.GUARD_LOCK.text().bind().build());
        }

        @Override
        public void leave() {
            int released = session.channel()
                    .one(Statements.APPLOCK_RELEASE.text().bind().build(), row -> row.getInt("released"));
            if (released != 0) {
                throw new IllegalStateException("sp_releaseapplock answered " + released);
            }
            lease.released();
        }
    }
}
