package io.tidegate.core.ledger;

import io.tidegate.core.model.Sentinel;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.CollectorStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the source still lives in the epoch that the store knows. An epoch that has ended never comes back: what was read
 * between two checks that agree was read in one epoch, however much it was. So one check before the first row serves a
 * whole slice, and each one behind some rows vouches for all of them. Confined to one thread.
 *
 * @param <X> how reading the source fails
 */
final class Witnesses<X extends Exception> {
    private static final int NEWEST = 8;
    private static final int OLDEST = 4;

    private final CollectorStore store;
    private final BandSource<X> source;
    private List<Sentinel> known = List.of();
    private @Nullable SeriesKey series;
    private boolean agreed;

    /** Something was read since they agreed. */
    private boolean hasRead;

    Witnesses(CollectorStore store, BandSource<X> source) {
        this.store = store;
        this.source = source;
    }

    /** The check before rows: made once for a series. */
    SentinelCheck.Verdict before(SeriesKey key) throws X {
        return agreed && key.equals(series) ? SentinelCheck.Verdict.AGREE : check(key);
    }

    /** To be told before anything is read of which they are to vouch for. */
    void noteRead() {
        hasRead = true;
    }

    /**
     * The check behind what was read. Where nothing was, since all had come in a slice before, the check of this one
     * before rows is it: a source so slow that it answers one check in a slice would else never come to the second.
     */
    SentinelCheck.Verdict behind(SeriesKey key) throws X {
        return agreed && !hasRead && key.equals(series) ? SentinelCheck.Verdict.AGREE : check(key);
    }

    private SentinelCheck.Verdict check(SeriesKey key) throws X {
        if (known.isEmpty() || !key.equals(series)) {
            known = store.sentinels(key, NEWEST, OLDEST); // they serve the slice: a witness never changes
            series = key;
        }
        agreed = false;
        SentinelCheck.Verdict verdict = known.isEmpty()
                ? SentinelCheck.Verdict.AGREE
                : SentinelCheck.check(
                        known,
                        source.sentinels(known.stream().map(Sentinel::planId).toList()));
        agreed = verdict == SentinelCheck.Verdict.AGREE;
        hasRead = false;
        return verdict;
    }
}
