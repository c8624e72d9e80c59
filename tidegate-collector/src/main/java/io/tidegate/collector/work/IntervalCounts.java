package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.model.Kind;
import io.tidegate.core.store.GroupFigures;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.sqlserver.read.CensusReader;
import io.tidegate.sqlserver.read.CensusReader.Count;
import io.tidegate.sqlserver.session.HeavySession;
import io.tidegate.sqlserver.session.ReadEnd;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one counting statement told of the intervals it was for. Immutable by convention. */
final class IntervalCounts {
    private final Map<Long, GroupFigures> counts;
    private final boolean isComplete;

    private IntervalCounts(Map<Long, GroupFigures> counts, boolean isComplete) {
        this.counts = counts;
        this.isComplete = isComplete;
    }

    /** Counts a statement's intervals, charged to a slice; the lease's row shows them. Blocks as a heavy read does. */
    static IntervalCounts read(
            HeavySession session, Slice slice, CensusPlan.Count statement, Function<Consumer<Count>, ReadEnd> reading) {
        for (LedgerEntry entry : statement.entries()) {
            session.worksOn(entry.interval().start(), entry.interval().end());
        }
        Map<Long, GroupFigures> counts = new HashMap<>();
        ReadEnd end = reading.apply(count -> counts.put(
                count.intervalId(),
                counts.getOrDefault(count.intervalId(), GroupFigures.NONE)
                        .with(count.replicaGroup(), count.figures())));
        slice.meter().count(end.rows(), end.bytes());
        return new IntervalCounts(counts, end.isComplete());
    }

    /** Counts the rows of a statement's intervals, charged to a slice. Blocks as a heavy read does. */
    static IntervalCounts census(
            HeavySession session, Slice slice, String database, Kind kind, CensusPlan.Count statement) {
        return read(
                session,
                slice,
                statement,
                sink -> CensusReader.read(
                        session, database, kind, statement.firstId(), statement.lastId(), slice.limits(), sink));
    }

    /**
     * The same, each replica group for itself. Of a reading that was cut the last interval counts as not counted, since
     * groups of it may be missing.
     */
    static IntervalCounts groups(
            HeavySession session, Slice slice, String database, Kind kind, CensusPlan.Count statement) {
        IntervalCounts all = read(
                session,
                slice,
                statement,
                sink -> CensusReader.readGroups(
                        session, database, kind, statement.firstId(), statement.lastId(), slice.limits(), sink));
        if (!all.isComplete) {
            all.counts.keySet().stream().max(Long::compare).ifPresent(all.counts::remove);
        }
        return all;
    }

    /** What the source has of an interval; null when it was cut before that was told. */
    @Nullable
    IntervalFigures of(LedgerEntry entry) {
        GroupFigures counted = groupsOf(entry);
        return counted == null ? null : counted.total();
    }

    /** The same, group by group. */
    @Nullable
    GroupFigures groupsOf(LedgerEntry entry) {
        GroupFigures counted = counts.get(entry.interval().id());
        return counted == null && isComplete ? GroupFigures.NONE : counted;
    }

    /** Whether another replica group than the local one has rows in any of them. */
    boolean hasOthers() {
        return counts.values().stream().anyMatch(GroupFigures::hasOthers);
    }
}
