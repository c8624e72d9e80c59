package io.tidegate.store.duckdb;

import static io.tidegate.store.duckdb.RegistrySql.SERIES;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.IdRange;
import io.tidegate.core.store.LedgerEntry;
import io.tidegate.core.store.Observation;
import io.tidegate.core.store.sql.SeriesSql;
import io.tidegate.core.store.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Merges what a probe saw into the ledger. Runs inside a transaction of the caller's. */
final class ObserveSql {
    private static final String OF_KIND = SERIES + " AND kind = ?";
    private static final int AT_ONCE = 100;
    private static final String OPTIONS_ROW = "(?::INTEGER, ?::INTEGER, ?::INTEGER, ?::TIMESTAMPTZ, ?::INTEGER,"
            + " ?::INTEGER, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BIGINT, ?::BOOLEAN, ?::VARCHAR)";

    private ObserveSql() {}

    static void observeAll(Db db, List<Observation> observations, LongSupplier numbers) throws SQLException {
        for (int i = 0; i < observations.size(); i += AT_ONCE) {
            some(db, observations.subList(i, Math.min(i + AT_ONCE, observations.size())));
        }
        for (Observation one : observations) {
            observe(db, one, numbers);
        }
    }

    private static void observe(Db db, Observation o, LongSupplier numbers) throws SQLException {
        SeriesKey k = o.series();
        boolean tells = o.lowestId() != Long.MIN_VALUE
                || !o.complete().isEmpty()
                || !o.listed().isEmpty();
        if (!tells || !RegistrySql.isCurrent(db, k)) {
            return;
        }
        for (Kind kind : Kind.values()) {
            if (gone(db, o, kind) > 0 && kind == Kind.RUNTIME) {
                LastPeeks.close(db, k, numbers);
            }
            if (!o.listed().isEmpty() && o.kinds().contains(kind)) {
                list(db, k, kind, o.listed());
            }
        }
    }

    /** Clocks and options, with few statements, since each costs a plan. */
    private static void some(Db db, List<Observation> observations) throws SQLException {
        Map<Instant, List<SeriesKey>> clocks = new HashMap<>();
        List<@Nullable Object> values = new ArrayList<>();
        int rows = 0;
        for (Observation o : observations) {
            QueryStoreOptions q = o.options();
            if (q == null) {
                clocks.computeIfAbsent(o.sourceNow(), at -> new ArrayList<>()).add(o.series());
            } else {
                Collections.addAll(values, o.series(), o.sourceNow(), q.actualState(), q.readonlyReason());
                Collections.addAll(values, q.flushIntervalSeconds(), q.intervalLengthMinutes(), q.staleThresholdDays());
                Collections.addAll(values, q.currentSizeMb(), q.maxSizeMb(), q.sizeBasedCleanup(), o.recoveryFork());
                rows++;
            }
        }
        for (Map.Entry<Instant, List<SeriesKey>> one : clocks.entrySet()) {
            clock(db, one.getKey(), one.getValue());
        }
        if (rows > 0) {
            options(db, rows, values);
        }
    }

    /** What most probes bring. For so few rows a chain of conditions costs DuckDB a quarter of a join. */
    private static void clock(Db db, Instant sourceNow, List<SeriesKey> series) throws SQLException {
        List<Object> values = new ArrayList<>();
        values.add(sourceNow);
        values.add(sourceNow);
        values.addAll(series);
        db.update(
                "UPDATE series SET " + SeriesSql.clock("?") + " WHERE is_current AND ("
                        + String.join(" OR ", Collections.nCopies(series.size(), "(" + SERIES + ")")) + ")",
                values.toArray());
    }

    private static void options(Db db, int rows, List<@Nullable Object> values) throws SQLException {
        db.update(
                "UPDATE series SET " + SeriesSql.clock("v.seen_at") + ", actual_state = v.state,"
                        + " readonly_reason = v.reason, flush_interval_seconds = v.flush,"
                        + " interval_length_minutes = v.length, stale_query_threshold_days = v.stale,"
                        + " current_storage_size_mb = v.size, max_storage_size_mb = v.max_size,"
                        + " size_based_cleanup = v.cleanup, recovery_fork = coalesce(nullif(v.fork, ''), recovery_fork)"
                        + " FROM (VALUES "
                        + Db.rows(OPTIONS_ROW, rows)
                        + ") v(home, lineage, epoch, seen_at, state, reason, flush, length, stale, size, max_size,"
                        + " cleanup, fork) WHERE series.home = v.home AND series.lineage = v.lineage"
                        + " AND series.epoch = v.epoch AND series.is_current",
                values.toArray());
    }

    private static List<Long> present(Db db, SeriesKey k, Kind kind, IdRange ids) throws SQLException {
        return db.list(
                "SELECT interval_id FROM ledger_interval WHERE " + OF_KIND
                        + " AND gone_at IS NULL AND interval_id BETWEEN ? AND ?",
                r -> r.getLong(1),
                k,
                kind,
                ids.first(),
                ids.last());
    }

    /** What is not there any more; gives back how many these are. */
    private static int gone(Db db, Observation o, Kind kind) throws SQLException {
        int gone = 0;
        if (o.lowestId() != Long.MIN_VALUE) {
            gone += gone(db, o.series(), kind, o.sourceNow(), "interval_id < ?", o.lowestId());
        }
        if (!o.complete().isEmpty()) {
            Set<Long> missing = new HashSet<>(present(db, o.series(), kind, o.complete()));
            o.listed().forEach(i -> missing.remove(i.id()));
            if (!missing.isEmpty()) {
                gone += gone(
                        db, o.series(), kind, o.sourceNow(), "interval_id IN (SELECT unnest(?))", db.array(missing));
            }
        }
        return gone;
    }

    /** A listed one is gone; a held one stays held; of both is noted since when the source has it no more. */
    private static int gone(Db db, SeriesKey k, Kind kind, Instant at, String which, Object argument)
            throws SQLException {
        return db.update(
                "UPDATE ledger_interval SET gone_at = ?,"
                        + " gone_reason = CASE state WHEN 'LISTED' THEN ? ELSE gone_reason END,"
                        + " state = CASE state WHEN 'LISTED' THEN 'GONE' ELSE state END"
                        + " WHERE " + OF_KIND + " AND gone_at IS NULL AND " + which,
                at,
                LedgerEntry.GONE_AT_SOURCE,
                k,
                kind,
                argument);
    }

    private static void list(Db db, SeriesKey k, Kind kind, List<RuntimeStatsInterval> listed) throws SQLException {
        Map<Long, Boolean> goneById = goneById(db, k, kind, listed);
        List<RuntimeStatsInterval> fresh = new ArrayList<>();
        List<Long> back = new ArrayList<>();
        for (RuntimeStatsInterval i : listed) {
            Boolean isGone = goneById.putIfAbsent(i.id(), false);
            if (isGone == null) {
                fresh.add(i);
            } else if (isGone) {
                back.add(i.id());
            }
        }
        append(db, k, kind, fresh);
        if (!back.isEmpty()) {
            if (kind == Kind.RUNTIME) {
                LastPeeks.reopen(db, k, back);
            }
            back(db, k, kind, back);
        }
    }

    private static Map<Long, Boolean> goneById(Db db, SeriesKey k, Kind kind, List<RuntimeStatsInterval> listed)
            throws SQLException {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (RuntimeStatsInterval i : listed) {
            low = Math.min(low, i.id());
            high = Math.max(high, i.id());
        }
        Map<Long, Boolean> goneById = new HashMap<>();
        db.list(
                "SELECT interval_id, gone_at IS NOT NULL FROM ledger_interval WHERE " + OF_KIND
                        + " AND interval_id BETWEEN ? AND ?",
                r -> goneById.put(r.getLong(1), r.getBoolean(2)),
                k,
                kind,
                low,
                high);
        return goneById;
    }

    private static void back(Db db, SeriesKey k, Kind kind, Collection<Long> ids) throws SQLException {
        db.update(
                "UPDATE ledger_interval SET gone_at = NULL,"
                        + " state = CASE gone_reason WHEN ? THEN 'LISTED' ELSE state END,"
                        + " gone_reason = CASE gone_reason WHEN ? THEN '' ELSE gone_reason END"
                        + " WHERE " + OF_KIND + " AND interval_id IN (SELECT unnest(?))",
                LedgerEntry.GONE_AT_SOURCE,
                LedgerEntry.GONE_AT_SOURCE,
                k,
                kind,
                db.array(ids));
    }

    private static void append(Db db, SeriesKey k, Kind kind, List<RuntimeStatsInterval> fresh) throws SQLException {
        if (fresh.isEmpty()) {
            return;
        }
        try (DuckDBAppender a = db.appender("ledger_interval")) {
            for (RuntimeStatsInterval i : fresh) {
                a.beginRow();
                a.append(k.home()).append(k.lineage()).append(k.epoch());
                a.append(kind.name()).append(i.id());
                a.appendEpochMicros(SqlTimes.micros(i.start())).appendEpochMicros(SqlTimes.micros(i.end()));
                a.append(LedgerEntry.State.LISTED.name())
                        .append("")
                        .appendNull()
                        .append(0);
                a.appendNull().appendNull().appendNull().appendNull().appendNull();
                a.append(0L).appendNull().appendNull().appendNull();
                a.append(0).append(0L).appendNull().appendNull().appendNull().appendNull();
                a.endRow();
            }
            a.flush();
        }
    }
}
