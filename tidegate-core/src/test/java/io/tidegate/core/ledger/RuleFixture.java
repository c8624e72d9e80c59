package io.tidegate.core.ledger;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.Band;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.StoreFixture;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** Entries and situations for tables: interval n is the hour that ends at hour n. */
final class RuleFixture {
    static final SeriesKey SERIES = new SeriesKey(1, 1, 1);

    private RuleFixture() {}

    static Instant hour(long n) {
        return StoreFixture.hour(n);
    }

    static QueryStoreOptions options(long staleDays, long sizeMb, boolean cleanup) {
        return new QueryStoreOptions(2, 0, 900, 60, staleDays, sizeMb, 1000, cleanup);
    }

    static Situation situation(long nowHour, long contactHour, Layout layout) {
        return situation(nowHour, contactHour, layout, options(0, 100, true));
    }

    static Situation situation(long nowHour, long contactHour, Layout layout, QueryStoreOptions options) {
        return new Situation(
                hour(nowHour).plusSeconds(1800),
                hour(contactHour),
                options,
                IntervalClock.of(options),
                layout,
                Situation.DEFAULT_HORIZON);
    }

    static LedgerEntry entry(long id, State state, LedgerEntry.Flag... flags) {
        return entry(StoreFixture.interval(id), state, 0, null, flags);
    }

    /** Held, listed at the source, verified by nobody. */
    static LedgerEntry held(long id, IntervalFigures figures, LedgerEntry.Flag... flags) {
        return new LedgerEntry(
                StoreFixture.interval(id),
                Kind.RUNTIME,
                State.HELD,
                "",
                null,
                Set.of(flags),
                figures,
                0,
                null,
                0,
                0,
                null);
    }

    /** Closed from its last peek when the source had it no more. */
    static LedgerEntry fromLastPeek(long id) {
        return new LedgerEntry(
                StoreFixture.interval(id),
                Kind.RUNTIME,
                State.HELD,
                LedgerEntry.GONE_AT_SOURCE,
                hour(id),
                Set.of(LedgerEntry.Flag.LOST_AT_SOURCE),
                new IntervalFigures(3, 10 * id, 0, 0, 7 * id),
                0,
                null,
                0,
                0,
                null);
    }

    static LedgerEntry torn(long id, int reads, Instant at) {
        return entry(StoreFixture.interval(id), State.LISTED, reads, at);
    }

    static LedgerEntry entry(
            RuntimeStatsInterval interval, State state, int torn, Instant tornAt, LedgerEntry.Flag... flags) {
        String reason = state == State.GONE ? LedgerEntry.GONE_AT_SOURCE : "";
        return new LedgerEntry(
                interval, Kind.RUNTIME, state, reason, null, Set.of(flags), null, 0, null, torn, 0, tornAt);
    }

    static List<LedgerEntry> unheld(long... ids) {
        return LongStream.of(ids).mapToObj(id -> entry(id, State.LISTED)).toList();
    }

    static List<LedgerEntry> unheldRange(long from, long to) {
        return unheld(LongStream.rangeClosed(from, to).toArray());
    }

    static Band band(long first, long last, int attempts, boolean hasCursor) {
        return new Band(
                new BandKey(SERIES, Kind.RUNTIME, first, last),
                Band.Phase.ROWS,
                hasCursor ? StoreFixture.key(first, 1) : null,
                attempts,
                3,
                1,
                first != last,
                0,
                0);
    }

    /** Bands as "first-last", or "first" when they are one interval; "!" before a restart. */
    static List<String> named(List<PlannedBand> bands) {
        return bands.stream()
                .map(b -> (b.isRestart() ? "!" : "")
                        + b.key().firstIntervalId()
                        + (b.key().firstIntervalId() == b.key().lastIntervalId()
                                ? ""
                                : "-" + b.key().lastIntervalId()))
                .toList();
    }
}
