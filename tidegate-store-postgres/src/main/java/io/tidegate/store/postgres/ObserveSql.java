package io.tidegate.store.postgres;

import static io.tidegate.store.postgres.RegistrySql.SERIES;

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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Merges what a probe saw into the ledger. Runs inside a transaction of the caller's. */
final class ObserveSql {
    /** New ones are listed; of known ones only those change that the source had no more and has again. */
    private static final String LIST = """
            INSERT INTO ledger_interval AS i (home, lineage, epoch, kind, interval_id, start_time, end_time, state,
                gone_reason, flags, revision, torn_reads, torn_checksum)
            SELECT ?, ?, ?, ?, l.id,
                timestamptz '1970-01-01 00:00:00+00' + l.start_micros * interval '1 microsecond',
                timestamptz '1970-01-01 00:00:00+00' + l.end_micros * interval '1 microsecond', 'LISTED', '', 0, 0, 0, 0
            FROM unnest(?, ?, ?) AS l (id, start_micros, end_micros)
            ORDER BY l.id
            ON CONFLICT (home, lineage, epoch, kind, interval_id) DO UPDATE SET
                gone_at = NULL,
                state = CASE i.gone_reason WHEN ? THEN 'LISTED' ELSE i.state END,
                gone_reason = CASE i.gone_reason WHEN ? THEN '' ELSE i.gone_reason END
            WHERE i.gone_at IS NOT NULL
            """;

    private ObserveSql() {}

    /** Gives back how many there were. */
    static int observeAll(Db db, List<Observation> observations) throws SQLException {
        for (Observation one : observations) {
            observe(db, one);
        }
        return observations.size();
    }

    private static void observe(Db db, Observation o) throws SQLException {
        SeriesKey k = o.series();
        if (!options(db, o)) {
            return;
        }
        List<Long> listed = o.listed().stream().map(RuntimeStatsInterval::id).toList();
        int gone = 0;
        if (o.lowestId() != Long.MIN_VALUE) {
            gone += gone(db, k, o.sourceNow(), "interval_id < ?", o.lowestId());
        }
        IdRange all = o.complete();
        if (!all.isEmpty()) {
            String others = "interval_id BETWEEN ? AND ? AND interval_id <> ALL (?)";
            gone += gone(db, k, o.sourceNow(), others, all.first(), all.last(), listed);
        }
        if (gone > 0) {
            LastPeeks.close(db, k);
        }
        if (!o.listed().isEmpty()) {
            if (o.kinds().contains(Kind.RUNTIME)) {
                LastPeeks.reopen(db, k, listed);
            }
            for (Kind kind : o.kinds()) {
                list(db, k, kind, o.listed());
            }
        }
    }

    /** Updates the series' row, which is its lock too; false when its epoch has ended. */
    private static boolean options(Db db, Observation o) throws SQLException {
        QueryStoreOptions q = o.options();
        if (q == null) {
            return db.update(
                            "UPDATE series SET " + SeriesSql.clock("?") + " WHERE " + SERIES + " AND is_current",
                            o.sourceNow(),
                            o.sourceNow(),
                            o.series())
                    > 0;
        }
        int updated = db.update(
                "UPDATE series SET " + SeriesSql.clock("?") + ", actual_state = ?, readonly_reason = ?,"
                        + " flush_interval_seconds = ?, interval_length_minutes = ?, stale_query_threshold_days = ?,"
                        + " current_storage_size_mb = ?, max_storage_size_mb = ?, size_based_cleanup = ?,"
                        + " recovery_fork = coalesce(nullif(?, ''), recovery_fork) WHERE " + SERIES
                        + " AND is_current",
                o.sourceNow(),
                o.sourceNow(),
                q.actualState(),
                q.readonlyReason(),
                q.flushIntervalSeconds(),
                q.intervalLengthMinutes(),
                q.staleThresholdDays(),
                q.currentSizeMb(),
                q.maxSizeMb(),
                q.sizeBasedCleanup(),
                o.recoveryFork(),
                o.series());
        return updated > 0;
    }

    /** A listed one is gone; a held one stays held; of both is noted since when the source has it no more. */
    private static int gone(Db db, SeriesKey k, Instant at, String which, Object... of) throws SQLException {
        List<Object> values = new ArrayList<>(List.of(at, LedgerEntry.GONE_AT_SOURCE, k));
        values.addAll(List.of(of));
        return db.update(
                "UPDATE ledger_interval SET gone_at = ?,"
                        + " gone_reason = CASE state WHEN 'LISTED' THEN ? ELSE gone_reason END,"
                        + " state = CASE state WHEN 'LISTED' THEN 'GONE' ELSE state END"
                        + " WHERE " + SERIES + " AND gone_at IS NULL AND " + which,
                values.toArray());
    }

    private static void list(Db db, SeriesKey k, Kind kind, List<RuntimeStatsInterval> listed) throws SQLException {
        List<Long> ids = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        Set<Long> met = new HashSet<>();
        for (RuntimeStatsInterval i : listed) {
            if (met.add(i.id())) {
                ids.add(i.id());
                starts.add(SqlTimes.micros(i.start()));
                ends.add(SqlTimes.micros(i.end()));
            }
        }
        db.update(LIST, k, kind, ids, starts, ends, LedgerEntry.GONE_AT_SOURCE, LedgerEntry.GONE_AT_SOURCE);
    }
}
