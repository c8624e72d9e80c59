package io.tidegate.collector.work;

import io.tidegate.core.ledger.BandSource;
import io.tidegate.core.ledger.SentinelCheck;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.sqlserver.fault.SqlServerException;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.read.WaitStatsReader;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A band's rows, identities and witnesses, over the one session of a lease. Confined to one thread. */
final class SessionBandSource implements BandSource<SqlServerException> {
    /** So many of the newest plans known, and of the oldest, tell whether the epoch is the same. */
    static final int WITNESSES = 8;

    /** More than a row of identities or witnesses counts for. */
    private static final long PLAN_ROW_BYTES = 100;

    /** At least, for the two statements of identities. */
    private static final Duration LEAST = Duration.ofMillis(100);

    private final HeavySession session;
    private final String database;
    private final RuntimeStatsReader runtime;
    private final WaitStatsReader waits;
    private final Slice slice;
    private final ThreadFactory threads;

    SessionBandSource(HeavySession session, String database, StoreColumns columns, Slice slice, ThreadFactory threads) {
        this.session = session;
        this.database = database;
        this.runtime = new RuntimeStatsReader(columns);
        this.waits = new WaitStatsReader(columns);
        this.slice = slice;
        this.threads = threads;
    }

    @Override
    public RowPages<SqlServerException> openRows(BandKey key, boolean byPlan, @Nullable StatsKey after) {
        StatsRange range = new StatsRange(key.firstIntervalId(), key.lastIntervalId(), byPlan, after);
        return PumpedRows.start(
                sink -> switch (key.kind()) {
                    case RUNTIME ->
                        runtime.read(session, database, range, slice.limits(), sink)
                                .end();
                    case WAITS ->
                        waits.read(session, database, range, slice.limits(), sink)
                                .end();
                },
                threads);
    }

    @Override
    public Identities identities(List<Long> planIds) {
        IdentityReader.Identities came = IdentityReader.identities(session, database, planIds, room(planIds));
        return new Identities(came.found(), came.end().isComplete());
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) {
        IdentityReader.Sentinels found = IdentityReader.sentinels(session, database, planIds, room(planIds));
        requireComplete(found.end());
        return found.found();
    }

    /** What the witnesses of an epoch say; empty when it has none. Blocks for the store, and as a heavy read does. */
    Optional<Verdict> witnesses(CollectorStore store, SeriesKey series) {
        List<Sentinel> known = store.sentinels(series, WITNESSES, WITNESSES);
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(SentinelCheck.check(
                        known, sentinels(known.stream().map(Sentinel::planId).toList())));
    }

    /**
     * What is left of the slice, but room for a row of each plan and a little time: a slice that is spent still ends its
     * bands, else what it has read of them would wait for the next one.
     */
    private ReadLimits room(List<Long> planIds) {
        ReadLimits left = slice.limits();
        long rows = planIds.size() + 1L;
        Duration time = left.time().compareTo(LEAST) < 0 ? LEAST : left.time();
        return new ReadLimits(Math.max(left.rows(), rows), Math.max(left.bytes(), rows * PLAN_ROW_BYTES), time);
    }

    /** What a cut read lacks is not gone at the source, so the slice ends here and nothing is concluded from it. */
    private static void requireComplete(ReadEnd end) {
        if (!end.isComplete()) {
            throw new SliceOver(end.how());
        }
    }
}
