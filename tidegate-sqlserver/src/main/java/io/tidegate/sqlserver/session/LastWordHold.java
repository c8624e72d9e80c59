package io.tidegate.sqlserver.session;

import io.tidegate.core.gate.Lease;
import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import java.util.List;

/**
 * A hold without a lock: the answer to the session's last light batch stands for the release, since a session runs one
 * batch at a time.
 */
record LastWordHold(OpenedSession session, Lease lease) implements RingThree.Hold {
    @Override
    public List<BoundSql> guards() {
        return List.of();
    }

    @Override
    public void leave() {
        session.channel().one(Statements.LAST_WORD.text().bind().build(), row -> row.getInt("answered"));
        lease.released();
    }
}
