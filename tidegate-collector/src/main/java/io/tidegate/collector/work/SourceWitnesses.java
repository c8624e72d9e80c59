package io.tidegate.collector.work;

import io.tidegate.core.ledger.SentinelCheck;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks the source for the witnesses of an epoch, over the one session of a lease. Confined to one thread. */
final class SourceWitnesses {
    /** So many of the newest plans known, and of the oldest, tell whether the epoch is the same. */
    private static final int EACH = 8;

    /** More than a row of identities or witnesses counts for. */
    private static final long PLAN_ROW_BYTES = 100;

    /** At least, for a statement. */
    private static final Duration LEAST = Duration.ofMillis(100);

    private final HeavySession session;
    private final String database;
    private final Slice slice;

    SourceWitnesses(HeavySession session, String database, Slice slice) {
        this.session = session;
        this.database = database;
        this.slice = slice;
    }

    /** Those of an epoch; empty when it has none. Blocks for the store; what is told stays true while one lease lasts. */
    static List<Sentinel> known(CollectorStore store, SeriesKey series) {
        return store.sentinels(series, EACH, EACH);
    }

    /** What the witnesses of an epoch say; empty when it has none. Blocks as a heavy read does. */
    Optional<Verdict> of(List<Sentinel> known) {
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(SentinelCheck.check(
                        known, read(known.stream().map(Sentinel::planId).toList())));
    }

    /** Ends the slice where a witness says that the source lives in another epoch; whoever reads bands settles that. Blocks likewise. */
    void requireSameEpoch(List<Sentinel> known) {
        if (of(known).orElse(Verdict.AGREE) != Verdict.AGREE) {
            throw new SliceOver("the source's Query Store may have begun a new life");
        }
    }

    /** What the source has of some plans. What a cut read lacks is not gone there: the slice ends then, and nothing is concluded. */
    List<Sentinel> read(List<Long> planIds) {
        IdentityReader.Sentinels found = IdentityReader.sentinels(session, database, planIds, room(planIds));
        ReadEnd end = found.end();
        if (!end.isComplete()) {
            throw new SliceOver(end.how());
        }
        return found.found();
    }

    /**
     * What is left of the slice, but room for a row of each plan and a little time: a slice that is spent still ends its
     * bands, else what it has read of them would wait for the next one.
     */
    ReadLimits room(List<Long> planIds) {
        ReadLimits left = slice.limits();
        long rows = planIds.size() + 1L;
        Duration time = left.time().compareTo(LEAST) < 0 ? LEAST : left.time();
        return new ReadLimits(Math.max(left.rows(), rows), Math.max(left.bytes(), rows * PLAN_ROW_BYTES), time);
    }
}
