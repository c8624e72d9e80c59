package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.BandCompletion;
import io.tidegate.core.store.BandKey;
import io.tidegate.core.store.CommitResult;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.LedgerEntry.Flag;
import io.tidegate.core.store.sql.FlagBits;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a band held. Runs inside a transaction of the caller's. */
final class HoldSql {
    private static final String RANGE = SERIES + " AND kind = ? AND interval_id BETWEEN ? AND ?";
    private static final String SOME = SERIES + " AND kind = ? AND interval_id IN (SELECT unnest(?))";

    private HoldSql() {}

    static CommitResult hold(Db db, BandCompletion c) throws SQLException {
        BandKey key = c.key();
        Optional<BandSql.Stored> stored = BandSql.find(db, key);
        if (BandSql.expect(stored, c.expectedRevision(), c.term()).isEmpty()) {
            return BandSql.fenced(stored);
        }
        long number = stored.orElseThrow().number();
        Facts facts = Facts.of(key.kind());
        List<Long> staged = intervalsOf(db, facts, number);
        List<Long> vanished = vanished(db, key);
        vanished.retainAll(staged);
        if (key.kind() == Kind.RUNTIME && !vanished.isEmpty()) {
            LastPeeks.reopen(db, key.series(), vanished);
        }
        List<Long> held = db.list(
                "SELECT interval_id FROM ledger_interval WHERE " + RANGE + " AND state = 'LISTED'",
                r -> r.getLong(1),
                key.series(),
                key.kind(),
                key.firstIntervalId(),
                key.lastIntervalId());
        held.addAll(vanished);
        List<Long> provisional = dropProvisional(db, facts, number);
        List<Long> rescued = key.kind() == Kind.RUNTIME ? PeekSql.mergeInto(db, key, held, number) : List.of();
        setHeld(db, c, held, number);
        figures(db, key.series(), key.kind(), key.firstIntervalId(), key.lastIntervalId(), number);
        flag(db, key, vanished, Flag.THINNED);
        flag(db, key, rescued, Flag.LOST_AT_SOURCE);
        flag(db, key, unidentified(db, key.series(), rescued, number), Flag.IDENTITY_LOST);
        flag(db, key, intervalsOf(db, facts, number, c.lostPlanIds()), Flag.IDENTITY_LOST);
        flag(db, key, provisional, Flag.IDENTITY_LOST);
        BandSql.end(db, number);
        return new CommitResult.Committed(0);
    }

    /** Intervals of the band that the source had no more before they were read, closed from a last peek or not. */
    private static List<Long> vanished(Db db, BandKey b) throws SQLException {
        return new ArrayList<>(db.list(
                "SELECT interval_id FROM ledger_interval WHERE " + RANGE
                        + " AND state IN ('GONE', 'HELD') AND gone_reason = ?",
                r -> r.getLong(1),
                b.series(),
                b.kind(),
                b.firstIntervalId(),
                b.lastIntervalId(),
                LedgerEntry.GONE_AT_SOURCE));
    }

    private static void setHeld(Db db, BandCompletion c, List<Long> intervals, long number) throws SQLException {
        db.update(
                "UPDATE ledger_interval SET state = 'HELD', gone_reason = '', flags = flags | ?, held_at = ?,"
                        + " band_number = ?, row_count = 0, executions = 0, cpu_micros = 0, duration_micros = 0,"
                        + " checksum = 0, wait_millis = 0 WHERE " + SOME,
                FlagBits.mask(c.flags()),
                c.heldAt(),
                number,
                c.key().series(),
                c.key().kind(),
                db.array(intervals));
    }

    /** Counts the stored rows of some intervals of one band anew. */
    static void figures(Db db, SeriesKey k, Kind kind, long first, long last, long number) throws SQLException {
        Facts facts = Facts.of(kind);
        db.update(
                "UPDATE ledger_interval SET row_count = f.row_count, executions = f.executions,"
                        + " cpu_micros = f.cpu_micros, duration_micros = f.duration_micros, checksum = f.checksum,"
                        + " wait_millis = f.wait_millis FROM (SELECT interval_id, count(*) AS row_count, "
                        + facts.figures() + " FROM " + facts.table
                        + " WHERE band_number = ? AND interval_id BETWEEN ? AND ? GROUP BY interval_id) f WHERE ledger_interval.interval_id = f.interval_id AND "
                        + SERIES
                        + " AND kind = ? AND state = 'HELD'",
                number,
                first,
                last,
                k,
                kind);
    }

    /** Staged rows whose plan id is negative are of no use as facts: their intervals are told. */
    private static List<Long> dropProvisional(Db db, Facts facts, long number) throws SQLException {
        List<Long> intervals = db.list(
                "SELECT DISTINCT interval_id FROM " + facts.table + " WHERE band_number = ? AND plan_id < 0",
                r -> r.getLong(1),
                number);
        if (!intervals.isEmpty()) {
            db.update("DELETE FROM " + facts.table + " WHERE band_number = ? AND plan_id < 0", number);
        }
        return intervals;
    }

    private static List<Long> intervalsOf(Db db, Facts facts, long number) throws SQLException {
        return db.list(
                "SELECT DISTINCT interval_id FROM " + facts.table + " WHERE band_number = ?",
                r -> r.getLong(1),
                number);
    }

    private static List<Long> intervalsOf(Db db, Facts facts, long number, Set<Long> plans) throws SQLException {
        if (plans.isEmpty()) {
            return List.of();
        }
        return db.list(
                "SELECT DISTINCT interval_id FROM " + facts.table
                        + " WHERE band_number = ? AND plan_id IN (SELECT unnest(?))",
                r -> r.getLong(1),
                number,
                db.array(plans));
    }

    /** Those of some intervals that have rows of plans whose identity the epoch has not: peeked ones may. */
    private static List<Long> unidentified(Db db, SeriesKey k, List<Long> intervals, long number) throws SQLException {
        return intervals.isEmpty()
                ? intervals
                : db.list(
                        "SELECT DISTINCT interval_id FROM runtime_stats WHERE band_number = ? AND interval_id IN"
                                + " (SELECT unnest(?)) AND plan_id NOT IN (SELECT plan_id FROM plan_identity WHERE "
                                + SERIES + ")",
                        r -> r.getLong(1),
                        number,
                        db.array(intervals),
                        k);
    }

    private static void flag(Db db, BandKey b, List<Long> intervals, Flag flag) throws SQLException {
        if (!intervals.isEmpty()) {
            db.update(
                    "UPDATE ledger_interval SET flags = flags | ? WHERE " + SOME,
                    FlagBits.mask(flag),
                    b.series(),
                    b.kind(),
                    db.array(intervals));
        }
    }
}
