package io.tidegate.sqlserver.session;

import io.tidegate.sqlserver.catalog.BoundSql;
import io.tidegate.sqlserver.catalog.Statements;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Puts the guards in front of a heavy batch. Confined to one thread. */
final class Guards {
    private final OpenedSession session;
    private final RingThree.Hold hold;
    private final @Nullable NodeClaim claim;

    Guards(OpenedSession session, RingThree.Hold hold, @Nullable NodeClaim claim) {
        this.session = session;
        this.hold = hold;
        this.claim = claim;
    }

    BoundSql before(BoundSql heavy) {
        BoundSql batch = heavy;
        if (claim != null) {
            batch = batch.behind(Statements.GUARD_CLAIM
                    .text()
                    .bind()
                    .set("claim_until", byServerClock(claim))
                    .build());
        }
        for (BoundSql guard : hold.guards().reversed()) {
            batch = batch.behind(guard);
        }
        return batch;
    }

    /** The server's clock as this session read it, plus what the claim had left when the reading came. */
    private LocalDateTime byServerClock(NodeClaim claimed) {
        return session.serverNow().plusNanos(claimed.lastsUntilNanos() - session.arrivedNanos());
    }
}
