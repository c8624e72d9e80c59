package io.tidegate.collector.probe;

import io.tidegate.core.ledger.HourlyDuties;
import io.tidegate.core.ledger.HourlyDuties.Duty;
import io.tidegate.core.ledger.ListComparison;
import io.tidegate.core.ledger.ListComparison.Verdict;
import io.tidegate.core.ledger.ListProbe;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.Observation;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.session.Channel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Keeps the ledger's interval list like the source's: by its tail, or by all of it. Thread-safe. */
final class ListKeeper {
    private final CollectorStore store;

    ListKeeper(CollectorStore store) {
        this.store = store;
    }

    /** What came of it. */
    enum Kept {
        /** The tail was observed. */
        BY_TAIL,
        /** The whole list was. */
        WHOLE,
        /** The source's ids may have begun a new life: nothing was observed. */
        SUSPECT
    }

    /** Observes what the source lists, for each kind that it keeps: its tail; all of it on a mismatch, and when the duties say so. Blocks. */
    Kept keep(Channel channel, SeriesKey series, DatabaseProbe.Seen seen, Set<Kind> kinds, HourlyDuties duties) {
        ListProbe probe = new ListProbe(seen.above(), seen.lowestId(), seen.highestId(), seen.count());
        boolean isDue = duties.due(seen.sourceNow(), seen.count()).contains(Duty.WHOLE_LIST);
        return switch (ListComparison.compare(store.listSummary(series), probe)) {
            case AGREE -> isDue ? whole(channel, series, seen, kinds) : tail(series, seen, kinds);
            case LOWEST_ROSE -> {
                tail(series, seen, kinds);
                boolean agrees = ListComparison.compare(store.listSummary(series), probe) != Verdict.READ_WHOLE_LIST;
                yield agrees && !isDue ? Kept.BY_TAIL : whole(channel, series, seen, kinds);
            }
            case READ_WHOLE_LIST -> whole(channel, series, seen, kinds);
            case EPOCH_SUSPECT -> Kept.SUSPECT;
        };
    }

    private Kept tail(SeriesKey series, DatabaseProbe.Seen seen, Set<Kind> kinds) {
        observe(series, seen, kinds, seen.above(), false, seen.lowestId());
        return Kept.BY_TAIL;
    }

    private Kept whole(Channel channel, SeriesKey series, DatabaseProbe.Seen seen, Set<Kind> kinds) {
        List<RuntimeStatsInterval> all = new ArrayList<>();
        IntervalReader.readAll(channel, seen.database(), all::add);
        observe(
                series,
                seen,
                kinds,
                all,
                true,
                all.isEmpty() ? seen.lowestId() : all.getFirst().id());
        return Kept.WHOLE;
    }

    private void observe(
            SeriesKey series,
            DatabaseProbe.Seen seen,
            Set<Kind> kinds,
            List<RuntimeStatsInterval> listed,
            boolean isWhole,
            long lowest) {
        store.observe(new Observation(series, seen.sourceNow(), listed, isWhole, lowest, seen.options(), kinds));
    }

    /** Start of the interval open now: as listed, or where the source would cut it. */
    static Instant openStart(DatabaseProbe.Seen seen) {
        for (RuntimeStatsInterval interval : seen.above().reversed()) {
            if (!seen.sourceNow().isBefore(interval.start()) && seen.sourceNow().isBefore(interval.end())) {
                return interval.start();
            }
        }
        QueryStoreOptions options = seen.options();
        long length = Math.max(1, options.intervalLengthMinutes()) * 60;
        long now = seen.sourceNow().getEpochSecond();
        return Instant.ofEpochSecond(now - Math.floorMod(now, length));
    }
}
