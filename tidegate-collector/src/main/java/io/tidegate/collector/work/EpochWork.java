package io.tidegate.collector.work;

import io.tidegate.core.ledger.CensusPlan;
import io.tidegate.core.ledger.EpochComparison;
import io.tidegate.core.ledger.SentinelCheck.Verdict;
import io.tidegate.core.ledger.SettlingProgress;
import io.tidegate.core.ledger.SharedHistory;
import io.tidegate.core.ledger.SharedHistory.Found;
import io.tidegate.core.ledger.Situation;
import io.tidegate.core.model.Kind;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.CollectorStore;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.SeriesRecord;
import io.tidegate.sqlserver.read.IntervalReader;
import io.tidegate.sqlserver.read.StoreColumns;
import io.tidegate.sqlserver.session.HeavySession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Settles a suspect epoch under one lease: whether the ids have begun a new life, and from which interval on. It compares
 * the ledger with the source's list, and counts the newest intervals that both have. What a slice that is too small has
 * learnt serves the next one. Immutable but for that.
 */
final class EpochWork {
    private static final int PAGE_INTERVALS = 20_000;

    /** So many intervals are merged into the ledger in one transaction. */
    private static final int AT_ONCE = 1_000;

    /** In so many epochs before the suspect one shared history is looked for, while none was found. */
    private static final int EARLIER = 8;

    private final CollectorStore store;
    private final SeriesRecord series;
    private final Situation situation;
    private final StoreColumns columns;
    private final SettlingProgress progress;

    EpochWork(
            CollectorStore store,
            SeriesRecord series,
            Situation situation,
            StoreColumns columns,
            SettlingProgress progress) {
        this.progress = progress;
        this.store = store;
        this.series = series;
        this.situation = situation;
        this.columns = columns;
    }

    /**
     * Settles it. Blocks as heavy reads do.
     *
     * @param witnesses what the epoch's witnesses say; empty when it has none
     * @return the next epoch; empty when it is the same one, whose list is now as the source has it
     * @throws SliceOver when the slice does not suffice; nothing is changed then. Where some in a row learn nothing, the
     *     list and the witnesses decide alone, and a new epoch inherits nothing
     */
    Optional<SeriesRecord> settle(HeavySession session, Slice slice, Optional<Verdict> witnesses) {
        long lastKnown = store.listSummary(series.key()).lastId();
        List<RuntimeStatsInterval> listed = new ArrayList<>();
        IntervalReader.readAll(session.channel(), series.database(), listed::add);
        progress.begin(listed, situation.recoveryFork());
        try {
            return settle(session, slice, witnesses, listed, lastKnown);
        } catch (SliceOver over) {
            progress.cut();
            throw over;
        }
    }

    private Optional<SeriesRecord> settle(
            HeavySession session,
            Slice slice,
            Optional<Verdict> witnesses,
            List<RuntimeStatsInterval> listed,
            long lastKnown) {
        EpochComparison comparison = compare(series.key(), listed, begin(listed));
        List<EpochComparison> earlier = new ArrayList<>();
        Found found = search(session, slice, series.key(), comparison);
        boolean isKnown = witnesses.isPresent() || found.newestShared() != null;
        boolean isSame =
                isKnown && !isOther(comparison) && !found.differs() && witnesses.orElse(Verdict.AGREE) == Verdict.AGREE;
        if (isSame) {
            observe(listed, lastKnown);
            return Optional.empty();
        }
        for (SeriesKey key = before(series.key());
                found.newestShared() == null && isWorthLooking(key, listed);
                key = before(key)) {
            EpochComparison one = compare(key, listed, listed.getFirst().start());
            found = search(session, slice, key, one);
            earlier.add(one);
        }
        Instant now = situation.sourceNow();
        return Optional.of(store.fork(series.key(), comparison.fork(found.newestShared(), earlier), now, now));
    }

    /** All that a probe compares, which knows of no retention: else what it finds there would stay suspect for ever. */
    private Instant begin(List<RuntimeStatsInterval> listed) {
        Instant wanted = situation.oldestWanted();
        return listed.isEmpty() || wanted.isBefore(listed.getFirst().start())
                ? wanted
                : listed.getFirst().start();
    }

    /** Whether the ids have begun a new life for certain. */
    private boolean isOther(EpochComparison comparison) {
        return comparison.isConflict() || series.isRestored(situation.recoveryFork());
    }

    /** An image may be of a time before a CLEAR, and so of an earlier epoch. */
    private boolean isWorthLooking(SeriesKey key, List<RuntimeStatsInterval> listed) {
        return key.epoch() > 0
                && key.epoch() > series.key().epoch() - EARLIER
                && !listed.isEmpty()
                && !progress.isGivenUp();
    }

    private static SeriesKey before(SeriesKey key) {
        return new SeriesKey(key.home(), key.lineage(), key.epoch() - 1);
    }

    private Found search(HeavySession session, Slice slice, SeriesKey key, EpochComparison comparison) {
        if (progress.isGivenUp()) {
            return new Found(null, false);
        }
        List<LedgerEntry> alike = comparison.alike();
        return new SharedHistory<>(new Source(session, slice, key, alike, isOther(comparison))).search(alike);
    }

    private EpochComparison compare(SeriesKey key, List<RuntimeStatsInterval> listed, Instant begin) {
        EpochComparison comparison = new EpochComparison(listed);
        Duration page = situation.intervalLength().multipliedBy(PAGE_INTERVALS);
        Instant end = situation.sourceNow().plus(page); // the clock may have gone back since
        for (Instant from = begin; from.isBefore(end); from = from.plus(page)) {
            comparison.add(store.entries(key, Kind.RUNTIME, from, from.plus(page)));
        }
        return comparison;
    }

    /**
     * What a crash has lost is gone at the source from now on: what we knew before we asked for the list, since a probe may
     * have listed a newer interval meanwhile. A thousand ids at a time; options and fork come with the last.
     */
    private void observe(List<RuntimeStatsInterval> listed, long lastKnown) {
        long from = Long.MIN_VALUE;
        int next = 0;
        do {
            int end = Math.min(next + AT_ONCE, listed.size());
            List<RuntimeStatsInterval> some = List.copyOf(listed.subList(next, end));
            boolean isLast = end == listed.size();
            long lastListed = some.isEmpty() ? lastKnown : some.getLast().id();
            long to = isLast ? Math.max(lastListed, lastKnown) : lastListed;
            store.observe(new Observation(
                    series.key(),
                    situation.sourceNow(),
                    some,
                    new IdRange(from, to),
                    Long.MIN_VALUE,
                    isLast ? situation.options() : null,
                    columns.kinds(),
                    isLast ? situation.recoveryFork() : ""));
            from = to + 1;
            next = end;
        } while (next < listed.size());
    }

    /** What the search asks, of the source and of the store. */
    private final class Source implements SharedHistory.Asked<RuntimeException> {
        private final HeavySession session;
        private final Slice slice;
        private final SeriesKey key;
        private final List<LedgerEntry> alike;
        private final boolean isOther;

        Source(HeavySession session, Slice slice, SeriesKey key, List<LedgerEntry> alike, boolean isOther) {
            this.session = session;
            this.slice = slice;
            this.key = key;
            this.alike = alike;
            this.isOther = isOther;
        }

        @Override
        public Map<Long, IntervalFigures> count(List<LedgerEntry> entries) {
            List<LedgerEntry> open = entries.stream()
                    .filter(entry -> progress.counted(key, entry).isEmpty())
                    .toList();
            for (CensusPlan.Count statement :
                    CensusPlan.statements(open, situation.layout().of(Kind.RUNTIME))) {
                IntervalCounts counts =
                        IntervalCounts.census(session, slice, series.database(), Kind.RUNTIME, statement);
                for (LedgerEntry entry : statement.entries()) {
                    IntervalFigures figures = counts.of(entry);
                    if (figures == null) {
                        throw new SliceOver("a census was cut");
                    }
                    progress.learn(key, entry, figures);
                }
            }
            Map<Long, IntervalFigures> counted = new HashMap<>();
            entries.forEach(entry -> progress.counted(key, entry)
                    .ifPresent(figures -> counted.put(entry.interval().id(), figures)));
            return counted;
        }

        /** Of a database that was restored for certain, the newest interval may be there in part: that is not clean-up. */
        @Override
        public boolean isSame(LedgerEntry entry) {
            if (isOther && entry.equals(alike.getFirst())) {
                return false;
            }
            Optional<Boolean> known = progress.isSame(key, entry);
            if (known.isPresent()) {
                return known.get();
            }
            boolean isSame = hasSameRows(entry);
            progress.learn(key, entry, isSame);
            return isSame;
        }

        private boolean hasSameRows(LedgerEntry entry) {
            List<StatsRow> rows =
                    IntervalRows.read(session, slice, series.database(), columns, situation.layout(), entry);
            if (rows == null) {
                throw new SliceOver("an interval was cut");
            }
            Map<StatsKey, Long> held = HeldInterval.of(store, key, Kind.RUNTIME, List.of(entry)).stream()
                    .findFirst()
                    .map(one -> store.storedAmounts(
                            one.owner(), Kind.RUNTIME, entry.interval().id()))
                    .orElse(Map.of());
            List<StatsRow> both =
                    rows.stream().filter(row -> held.containsKey(row.key())).toList();
            return !both.isEmpty() && both.stream().allMatch(row -> Objects.equals(held.get(row.key()), row.amount()));
        }
    }
}
