package io.tidegate.bench.imports;

import io.tidegate.collector.work.Slice;
import io.tidegate.collector.work.Work;
import io.tidegate.collector.work.WorkResult;
import io.tidegate.core.ledger.PlannedBand;
import io.tidegate.core.model.RuntimeRow;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.status.PassOutcome;
import io.tidegate.sqlserver.catalog.Statements;
import io.tidegate.sqlserver.read.IdentityReader;
import io.tidegate.sqlserver.read.RuntimeStatsReader;
import io.tidegate.sqlserver.read.StatsRange;
import io.tidegate.sqlserver.read.StatsRead;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import io.tidegate.sqlserver.session.ReadLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The baseline for rows: the statements of the same bands, of a server of 2022 or later, with the same readers, and every
 * row dropped; identities once per plan, as the import asks for them. Confined to one thread.
 */
final class RowDrain implements Work {
    private static final int IDENTITIES_AT_ONCE = 500;
    private static final ReadLimits WHOLE_STATEMENT =
            new ReadLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Duration.ofMinutes(5));

    private final String database;
    private final boolean typed;
    private final Deque<PlannedBand> bands;
    private final Set<Long> identified = new HashSet<>();
    private final Set<Long> fresh = new HashSet<>();
    private @Nullable StatsKey after;
    private long rows;

    /** Typed: with the product's getters; else the driver only walks over the rows. */
    RowDrain(String database, List<PlannedBand> bands, boolean typed) {
        this.database = database;
        this.bands = new ArrayDeque<>(bands);
        this.typed = typed;
    }

    boolean isDone() {
        return bands.isEmpty();
    }

    long rows() {
        return rows;
    }

    @Override
    public WorkResult run(HeavySession session, Slice slice) {
        while (!bands.isEmpty() && !slice.isSpent()) {
            StatsRange range = new StatsRange(
                    bands.getFirst().key().firstIntervalId(),
                    bands.getFirst().key().lastIntervalId(),
                    false,
                    after);
            ReadEnd end = typed ? typed(session, range, slice) : walk(session, range);
            slice.meter().count(end.rows(), end.bytes());
            rows += end.rows();
            if (end.isComplete()) {
                after = null;
                bands.removeFirst();
                identities(session, slice);
            }
        }
        return WorkResult.of(bands.isEmpty() ? PassOutcome.DONE : PassOutcome.CUT, 0);
    }

    private ReadEnd typed(HeavySession session, StatsRange range, Slice slice) {
        StatsRead read = new RuntimeStatsReader(StoreColumns.OF_2022)
                .read(
                        session,
                        database,
                        range,
                        slice.limits(),
                        row -> note(row.key().planId()));
        after = read.lastKey() == null ? after : read.lastKey();
        return read.end();
    }

    private void note(long planId) {
        if (!identified.contains(planId)) {
            fresh.add(planId);
        }
    }

    private ReadEnd walk(HeavySession session, StatsRange range) {
        return session.read(
                Statements.RUNTIME_STATS_BY_INTERVAL_16
                        .text()
                        .in(database)
                        .set("max_rows", Integer.MAX_VALUE)
                        .set("first_interval_id", range.firstIntervalId())
                        .set("last_interval_id", range.lastIntervalId())
                        .set("after_interval_id", range.firstIntervalId())
                        .set("after_plan_id", Long.MIN_VALUE)
                        .set("after_execution_type", -1)
                        .set("after_replica_group_id", Long.MIN_VALUE)
                        .build(),
                WHOLE_STATEMENT,
                new WalkOnly(RuntimeRow.FIXED_BYTES));
    }

    private void identities(HeavySession session, Slice slice) {
        List<Long> asked = new ArrayList<>(fresh);
        fresh.clear();
        for (int from = 0; from < asked.size(); from += IDENTITIES_AT_ONCE) {
            List<Long> some = asked.subList(from, Math.min(asked.size(), from + IDENTITIES_AT_ONCE));
            IdentityReader.identities(session, database, some, WHOLE_STATEMENT);
        }
        identified.addAll(asked);
        slice.meter().count(asked.size(), 0);
    }
}
