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
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.ListSummary;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.core.store.Stretch;
import io.tidegate.sqlserver.read.DatabaseProbe;
import io.tidegate.sqlserver.read.DatabaseState;
import io.tidegate.sqlserver.session.Channel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the ledger's interval list like the source's: by its tail, or by all of it. What merely agrees is kept at the
 * end, for all databases at once, and so are the stretches that options tell of. For one probe; confined to its thread.
 */
final class ListKeeper {
    private final CollectorStore store;
    private final Channel channel;
    private final ProbeAsks asked;
    private final Map<Integer, String> forks;
    private final List<Observation> agreeing = new ArrayList<>();
    private final List<Stretch> stretches = new ArrayList<>();

    ListKeeper(CollectorStore store, Channel channel, ProbeAsks asked, Map<Integer, String> forks) {
        this.store = store;
        this.channel = channel;
        this.asked = asked;
        this.forks = forks;
    }

    /** What came of it. */
    enum Kept {
        /** The tail was observed. */
        BY_TAIL,
        /** The whole list was. */
        WHOLE,
        /** The source's ids may have begun a new life: nothing was observed of that. */
        SUSPECT,
        /** The series was forked since the list was asked for: nothing was observed, and the next probe looks anew. */
        OF_ANOTHER_EPOCH
    }

    /** The probe has seen all databases. Blocks for the store. */
    void end() {
        if (!agreeing.isEmpty()) {
            store.observeAll(List.copyOf(agreeing));
        }
        if (!stretches.isEmpty()) {
            store.recordStretches(List.copyOf(stretches));
        }
    }

    /** Has a stretch kept at the end. */
    void keep(Stretch stretch) {
        stretches.add(stretch);
    }

    /** On which recovery fork a database is; empty where that is not seen. */
    String fork(DatabaseState state) {
        return forks.getOrDefault(state.databaseId(), "");
    }

    /** Observes what the source lists, for each kind that it keeps: its tail; all of it on a mismatch, and when the duties say so. Blocks. */
    Kept keep(SeriesRecord record, String fork, DatabaseProbe.Seen seen, Set<Kind> kinds, HourlyDuties duties) {
        SeriesKey series = record.key();
        if (!asked.isOf(seen.database(), series)) {
            return Kept.OF_ANOTHER_EPOCH;
        }
        if (record.isRestored(fork)) {
            return Kept.SUSPECT;
        }
        ListProbe probe = new ListProbe(seen.above(), seen.lowestId(), seen.highestId(), seen.count());
        boolean isDue = duties.due(seen.sourceNow(), seen.count()).contains(Duty.WHOLE_LIST);
        ListSummary known = store.listSummary(series);
        return switch (ListComparison.compare(known, probe)) {
            case AGREE -> {
                if (isDue) {
                    yield whole(series, fork, seen, kinds);
                }
                agreeing.add(tail(series, fork, seen, kinds));
                yield Kept.BY_TAIL;
            }
            case LOWEST_ROSE -> {
                store.observe(tail(series, fork, seen, kinds));
                boolean agrees = ListComparison.compare(store.listSummary(series), probe) != Verdict.READ_WHOLE_LIST;
                yield agrees && !isDue ? Kept.BY_TAIL : whole(series, fork, seen, kinds);
            }
            case READ_WHOLE_LIST -> whole(series, fork, seen, kinds);
            case EPOCH_SUSPECT ->
                probe.highestId() < known.highestId()
                        ? whole(series, fork, seen, kinds, known.highestId())
                        : Kept.SUSPECT;
        };
    }

    private static Observation tail(SeriesKey series, String fork, DatabaseProbe.Seen seen, Set<Kind> kinds) {
        return new Observation(
                series, seen.sourceNow(), seen.above(), IdRange.NONE, seen.lowestId(), seen.options(), kinds, fork);
    }

    private Kept whole(SeriesKey series, String fork, DatabaseProbe.Seen seen, Set<Kind> kinds) {
        return whole(series, fork, seen, kinds, seen.highestId());
    }

    /**
     * Where the highest id seems to have fallen, another probe of the same database may just have been quicker, and have listed what
     * came since this one looked: so the source is asked once more, now that the ledger's is known.
     */
    private Kept whole(SeriesKey series, String fork, DatabaseProbe.Seen seen, Set<Kind> kinds, long highestId) {
        Observation beside = new Observation(
                series, seen.sourceNow(), List.of(), IdRange.NONE, Long.MIN_VALUE, seen.options(), kinds, fork);
        boolean isMerged = new ListMerge(store, channel, seen.database(), highestId, beside).run();
        return isMerged ? Kept.WHOLE : Kept.SUSPECT;
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
