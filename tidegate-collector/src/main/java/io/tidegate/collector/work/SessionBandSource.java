package io.tidegate.collector.work;

import io.tidegate.core.ledger.BandSource;
import io.tidegate.core.ledger.PlannedBand;
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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A band's rows, identities and witnesses, over the one session of a lease. Confined to one thread. */
final class SessionBandSource implements BandSource<SqlServerException> {
    private final HeavySession session;
    private final String database;
    private final RuntimeStatsReader runtime;
    private final WaitStatsReader waits;
    private final Slice slice;
    private final ThreadFactory threads;
    private final SourceWitnesses witnesses;

    SessionBandSource(HeavySession session, String database, StoreColumns columns, Slice slice, ThreadFactory threads) {
        this.session = session;
        this.database = database;
        this.runtime = new RuntimeStatsReader(columns);
        this.waits = new WaitStatsReader(columns);
        this.slice = slice;
        this.threads = threads;
        this.witnesses = new SourceWitnesses(session, database, slice);
    }

    /** A band whose intervals have all vanished has no time any more. */
    @Override
    public void begin(PlannedBand band) {
        if (band.from().isBefore(band.to())) {
            session.worksOn(band.from(), band.to());
        }
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
        IdentityReader.Identities came = IdentityReader.identities(session, database, planIds, witnesses.room(planIds));
        return new Identities(came.found(), came.end().isComplete());
    }

    @Override
    public boolean hasAllPlans(long first, long last) {
        OptionalLong plans = IdentityReader.countPlans(session, database, first, last, witnesses.room(List.of(first)));
        return plans.isPresent() && plans.getAsLong() == last - first + 1;
    }

    @Override
    public List<Sentinel> sentinels(List<Long> planIds) {
        return witnesses.read(planIds);
    }

    /** What the witnesses of an epoch say; empty when it has none. Blocks for the store, and as a heavy read does. */
    Optional<Verdict> witnesses(CollectorStore store, SeriesKey series) {
        return witnesses.of(SourceWitnesses.known(store, series));
    }
}
