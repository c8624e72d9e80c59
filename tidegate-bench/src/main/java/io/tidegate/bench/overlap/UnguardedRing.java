package io.tidegate.bench.overlap;

import io.tidegate.core.gate.Lease;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.session.OpenedSession;
import io.tidegate.sqlserver.session.RingThree;
import java.util.List;

/** Ring 3 switched off: lets everybody in, asks the server for nothing, guards no batch. To show what the ring is for. */
final class UnguardedRing implements RingThree {
    @Override
    public Entry enter(OpenedSession session, Lease lease) {
        lease.lockAsked(session.identity());
        lease.lockGranted();
        return new Entry.Entered(new Hold() {
            @Override
            public List<BoundSql> guards() {
                return List.of();
            }

            @Override
            public void leave() {
                lease.released();
            }
        });
    }
}
