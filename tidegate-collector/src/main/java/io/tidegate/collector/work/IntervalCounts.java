package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.model.Kind;
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
    private final Map<Long, IntervalFigures> counts;
    private final boolean isComplete;

    private IntervalCounts(Map<Long, IntervalFigures> counts, boolean isComplete) {
        this.counts = counts;
        this.isComplete = isComplete;
    }

    /** Counts, charged to a slice. Blocks as a heavy read does. */
    static IntervalCounts read(Slice slice, Function<Consumer<Count>, ReadEnd> reading) {
        Map<Long, IntervalFigures> counts = new HashMap<>();
        ReadEnd end = reading.apply(count -> counts.put(count.intervalId(), count.figures()));
        slice.meter().count(end.rows(), end.bytes());
        return new IntervalCounts(counts, end.isComplete());
    }

    /** Counts the rows of a statement's intervals, charged to a slice. Blocks as a heavy read does. */
    static IntervalCounts census(
            HeavySession session, Slice slice, String database, Kind kind, CensusPlan.Count statement) {
        return read(
                slice,
                sink -> CensusReader.read(
                        session, database, kind, statement.firstId(), statement.lastId(), slice.limits(), sink));
    }

    /** What the source has of an interval; null when it was cut before that was told. */
    @Nullable
    IntervalFigures of(LedgerEntry entry) {
        IntervalFigures counted = counts.get(entry.interval().id());
        return counted == null && isComplete ? IntervalFigures.NONE : counted;
    }
}
