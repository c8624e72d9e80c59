package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;
import static java.util.stream.Collectors.groupingBy;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.PlanIdentity;
import io.tidegate.core.model.RuntimeKey;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.model.StatsRow;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.IntervalFigures;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.LedgerEntry.State;
import io.tidegate.core.store.WholeBand;
import io.tidegate.core.store.sql.FlagBits;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds bands that were read whole. The plain ones, which is nearly all, need a fixed number of statements for as many as
 * there are: their rows are appended under their numbers, and the ledger says held. Where there is more to it, each is
 * staged and held as any other. Runs inside a transaction of the caller's.
 */
final class WholeSql {
    private static final String HELD = "UPDATE ledger_interval SET state = 'HELD', gone_reason = '',"
            + " flags = ledger_interval.flags | CAST(v.flags AS INTEGER), held_at = ?, band_number = v.number,"
            + " row_count = v.row_count, executions = v.executions, cpu_micros = v.cpu_micros,"
            + " duration_micros = v.duration_micros, checksum = v.checksum, wait_millis = v.wait_millis FROM (SELECT "
            + String.join(
                    ", ",
                    column("id"),
                    column("number"),
                    column("flags"),
                    column("row_count"),
                    column("executions"),
                    column("cpu_micros"),
                    column("duration_micros"),
                    column("checksum"),
                    column("wait_millis"))
            + ") v WHERE ledger_interval.interval_id = v.id AND " + SERIES + " AND kind = ?";

    private WholeSql() {}

    private static String column(String name) {
        return "unnest(CAST(? AS BIGINT[])) AS " + name;
    }

    /** A band with all that can be known of its rows before the writer's turn. */
    record Ready(
            WholeBand band,
            Map<Long, List<StatsRow>> rowsByInterval,
            Map<Long, IntervalFigures> figures,
            boolean isIdentified) {
        static Ready of(WholeBand band) {
            Map<Long, List<StatsRow>> byInterval = byInterval(band.rows());
            Map<Long, IntervalFigures> figures = new HashMap<>();
            byInterval.forEach((id, some) -> figures.put(id, IntervalFigures.of(some)));
            boolean isIdentified =
                    band.rows().stream().noneMatch(row -> row.key().planId() < 0);
            return new Ready(band, byInterval, figures, isIdentified);
        }

        private static Map<Long, List<StatsRow>> byInterval(List<? extends StatsRow> rows) {
            Map<Long, List<StatsRow>> byInterval = new HashMap<>();
            List<StatsRow> some = List.of();
            long last = 0;
            for (StatsRow row : rows) {
                if (some.isEmpty() || row.key().intervalId() != last) {
                    last = row.key().intervalId();
                    some = byInterval.computeIfAbsent(last, id -> new ArrayList<>());
                }
                some.add(row);
            }
            return byInterval;
        }
    }

    /** Takes the caller's time, not the writer's. */
    static List<Ready> ready(List<WholeBand> bands) {
        return bands.stream().map(Ready::of).toList();
    }

    static List<CommitResult> hold(Db db, List<Ready> bands, LongSupplier numbers, StoreTimes times)
            throws SQLException {
        Map<Integer, CommitResult> results = new TreeMap<>();
        for (Kind kind : Kind.values()) {
            List<Integer> places = IntStream.range(0, bands.size())
                    .filter(i -> bands.get(i).band().key().kind() == kind)
                    .boxed()
                    .toList();
            List<CommitResult> some =
                    holdAlike(db, places.stream().map(bands::get).toList(), numbers, times);
            for (int i = 0; i < some.size(); i++) {
                results.put(places.get(i), some.get(i));
            }
        }
        return List.copyOf(results.values());
    }

    /** Bands of one kind; one that was begun before takes the others not along on its longer way. */
    private static List<CommitResult> holdAlike(Db db, List<Ready> bands, LongSupplier numbers, StoreTimes times)
            throws SQLException {
        Map<Integer, CommitResult> results = new TreeMap<>();
        List<Integer> fresh = new ArrayList<>();
        for (int i = 0; i < bands.size(); i++) {
            if (bands.get(i).band().last().band().revision() == 0) {
                fresh.add(i);
            } else {
                results.put(i, holdAlone(db, bands.get(i).band(), numbers, times));
            }
        }
        List<CommitResult> some = holdFresh(db, fresh.stream().map(bands::get).toList(), numbers, times);
        for (int i = 0; i < some.size(); i++) {
            results.put(fresh.get(i), some.get(i));
        }
        return List.copyOf(results.values());
    }

    /** Bands of one kind of which nothing is staged. */
    private static List<CommitResult> holdFresh(Db db, List<Ready> bands, LongSupplier numbers, StoreTimes times)
            throws SQLException {
        if (bands.isEmpty()) {
            return List.of();
        }
        Plain plain = plain(db, bands, numbers);
        if (plain != null) {
            plain.store(db, times);
            return plain.results;
        }
        List<CommitResult> results = new ArrayList<>();
        for (Ready one : bands) {
            results.add(holdAlone(db, one.band(), numbers, times));
        }
        return results;
    }

    private static CommitResult holdAlone(Db db, WholeBand band, LongSupplier numbers, StoreTimes times)
            throws SQLException {
        CommitResult staged = BandSql.stage(db, band.last(), numbers.getAsLong(), times);
        return staged instanceof CommitResult.Fenced fenced ? fenced : HoldSql.hold(db, band.completion());
    }

    /** An interval of the ledger; one that is held from its last peek stands as gone. */
    private record Listed(State state, Instant start) {}

    /** Null when one of them is not plain: claimed, with more in a peek, vanished or with negative ids. */
    private static @Nullable Plain plain(Db db, List<Ready> bands, LongSupplier numbers) throws SQLException {
        WholeBand head = bands.getFirst().band();
        BandKey key = head.key();
        long first = key.firstIntervalId();
        long last = key.lastIntervalId();
        for (Ready one : bands) {
            WholeBand band = one.band();
            boolean isAlike =
                    band.key().series().equals(key.series()) && band.heldAt().equals(head.heldAt());
            if (!isAlike) {
                return null;
            }
            first = Math.min(first, band.key().firstIntervalId());
            last = Math.max(last, band.key().lastIntervalId());
        }
        Span span = Span.of(db, new BandKey(key.series(), key.kind(), first, last));
        Plain plain = new Plain(key.series(), key.kind(), head.heldAt());
        for (Ready one : bands) {
            if (!plain.add(one, span, numbers)) {
                return null;
            }
        }
        return plain;
    }

    /** What the store has of all intervals from the first of some bands to the last. */
    private record Span(TreeMap<Long, Listed> ledger, Map<Long, List<PeekSql.Old>> peeked, List<BandKey> claimed) {
        static Span of(Db db, BandKey all) throws SQLException {
            TreeMap<Long, Listed> ledger = new TreeMap<>();
            db.list(
                    "SELECT interval_id, CASE gone_reason WHEN '' THEN state ELSE 'GONE' END, start_time"
                            + " FROM ledger_interval WHERE " + SERIES
                            + " AND kind = ? AND interval_id BETWEEN ? AND ?",
                    r -> ledger.put(
                            r.getLong(1), new Listed(State.valueOf(r.getString(2)), SqlTimes.instant(r, "start_time"))),
                    all.series(),
                    all.kind(),
                    all.firstIntervalId(),
                    all.lastIntervalId());
            List<PeekSql.Old> peeked = all.kind() == Kind.RUNTIME
                    ? PeekSql.rows(db, all.series(), all.firstIntervalId(), all.lastIntervalId())
                    : List.of();
            return new Span(
                    ledger,
                    peeked.stream().collect(groupingBy(old -> old.key().intervalId())),
                    BandSql.overlapping(db, all));
        }

        boolean isClaimed(BandKey key) {
            return claimed.stream()
                    .anyMatch(c ->
                            c.firstIntervalId() <= key.lastIntervalId() && c.lastIntervalId() >= key.firstIntervalId());
        }
    }

    /** The plain bands of one call. Confined to one thread. */
    private static final class Plain {
        final List<CommitResult> results = new ArrayList<>();
        private final SeriesKey series;
        private final Kind kind;
        private final Instant heldAt;
        private final Map<Long, Instant> starts = new HashMap<>();
        private final List<RowAppender.Numbered> rows = new ArrayList<>();
        private final List<PlanIdentity> identities = new ArrayList<>();
        private final List<List<Long>> columns = new ArrayList<>();
        private final List<Long> outdatedPeeks = new ArrayList<>();

        Plain(SeriesKey series, Kind kind, Instant heldAt) {
            this.series = series;
            this.kind = kind;
            this.heldAt = heldAt;
            for (int i = 0; i < 9; i++) {
                columns.add(new ArrayList<>());
            }
        }

        /** False when it is not plain. */
        boolean add(Ready one, Span span, LongSupplier numbers) {
            BandKey key = one.band().key();
            Map<Long, Listed> within = span.ledger().subMap(key.firstIntervalId(), true, key.lastIntervalId(), true);
            Map<Long, List<StatsRow>> byInterval = one.rowsByInterval();
            boolean isPlain = one.isIdentified()
                    && byInterval.keySet().stream()
                            .map(within::get)
                            .allMatch(entry -> entry != null && entry.state() != State.GONE);
            List<Long> peekedAt =
                    within.keySet().stream().filter(span.peeked()::containsKey).toList();
            if (!isPlain || span.isClaimed(key) || !peekedAt.stream().allMatch(id -> isWhole(id, span, byInterval))) {
                return false;
            }
            boolean isFree =
                    within.values().stream().noneMatch(entry -> entry.state().isStored())
                            && within.values().stream().anyMatch(entry -> entry.state() == State.LISTED);
            if (isFree) {
                within.forEach((id, entry) -> {
                    if (entry.state() == State.LISTED && span.peeked().containsKey(id)) {
                        outdatedPeeks.add(id);
                    }
                });
                accept(one, within, numbers.getAsLong());
            }
            results.add(isFree ? new CommitResult.Committed(0) : new CommitResult.Fenced(0));
            return true;
        }

        /** Whether what was read of an interval has all that was seen in peeks. */
        private static boolean isWhole(long intervalId, Span span, Map<Long, List<StatsRow>> byInterval) {
            Map<RuntimeKey, Long> fresh = PeekSql.executions(byInterval.getOrDefault(intervalId, List.of()));
            return span.peeked().getOrDefault(intervalId, List.of()).stream().allMatch(old -> old.isOutdatedBy(fresh));
        }

        private void accept(Ready one, Map<Long, Listed> within, long number) {
            WholeBand band = one.band();
            within.forEach((id, entry) -> starts.put(id, entry.start()));
            rows.add(new RowAppender.Numbered(number, band.rows()));
            identities.addAll(band.identities());
            within.replaceAll((id, entry) -> {
                if (entry.state() != State.LISTED) {
                    return entry;
                }
                List<StatsRow> some = one.rowsByInterval().getOrDefault(id, List.of());
                row(id, number, mask(band, some), one.figures().getOrDefault(id, IntervalFigures.NONE));
                return new Listed(State.HELD, entry.start());
            });
        }

        private static long mask(WholeBand band, List<StatsRow> rows) {
            boolean isLost = !band.lostPlanIds().isEmpty()
                    && rows.stream()
                            .anyMatch(
                                    row -> band.lostPlanIds().contains(row.key().planId()));
            return FlagBits.mask(band.flags()) | (isLost ? FlagBits.mask(Flag.IDENTITY_LOST) : 0);
        }

        private void row(long id, long number, long flags, IntervalFigures f) {
            long[] values = {
                id,
                number,
                flags,
                f.rows(),
                f.executions(),
                f.cpuMicros(),
                f.durationMicros(),
                f.checksum(),
                f.waitMillis()
            };
            for (int i = 0; i < values.length; i++) {
                columns.get(i).add(values[i]);
            }
        }

        void store(Db db, StoreTimes times) throws SQLException {
            if (rows.isEmpty()) {
                return;
            }
            new RowAppender(db, series, times).facts(Facts.of(kind), starts, rows);
            IdentitySql.add(db, series, identities);
            List<Object> arguments = new ArrayList<>();
            arguments.add(heldAt);
            for (List<Long> column : columns) {
                arguments.add(db.array(column));
            }
            arguments.add(series);
            arguments.add(kind);
            db.update(HELD, arguments.toArray());
            PeekSql.dropAll(db, series, outdatedPeeks);
        }
    }
}
