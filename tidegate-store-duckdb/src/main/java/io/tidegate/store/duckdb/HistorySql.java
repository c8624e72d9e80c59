package io.tidegate.store.duckdb;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.HistoryReader.TopAnswer;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.HistoryReader.TopRow;
import io.tidegate.core.store.sql.AnswerRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What pages and reports read. Runs inside a transaction of the caller's. */
final class HistorySql {
    private static final int TEXT_CHARS = 400;

    /**
     * Intervals of the asked span: per database by its current epoch's clock, of all its epochs; superseded ones
     * not, and each inherited one by the epoch that holds it.
     */
    private static final String SPAN = """
            WITH source AS (
                SELECT d.home, d.lineage, v.name AS server_name, d.database_name, d.source_now,
                    d.source_now - to_microseconds(CAST(? AS BIGINT)) AS since
                FROM series d JOIN server v USING (server_id)
                WHERE d.is_current AND (CAST(? AS VARCHAR) IS NULL OR v.name = ?)
                    AND (CAST(? AS VARCHAR) IS NULL OR d.database_name = ?)
            ), span AS (
                SELECT s.home, s.lineage, i.epoch, s.server_name, s.database_name, i.interval_id, i.state
                FROM source s
                JOIN ledger_interval i ON i.home = s.home AND i.lineage = s.lineage
                WHERE i.kind = 'RUNTIME' AND i.flags & 32 = 0 AND i.state <> 'INHERITED'
                    AND i.end_time > s.since AND i.start_time < s.source_now
            )
            """;

    private static final String COVERED = SPAN + """
            SELECT (SELECT min(since) FROM source) AS from_time, (SELECT max(source_now) FROM source) AS to_time,
                count(*) AS intervals, count(*) FILTER (state = 'HELD') AS held,
                count(*) FILTER (state <> 'HELD' AND EXISTS (SELECT 1 FROM peek p WHERE p.home = span.home
                    AND p.lineage = span.lineage AND p.epoch = span.epoch AND p.interval_id = span.interval_id
                    AND p.is_current)) AS peeked
            FROM span
            """;

    private static final String HEAVIEST = SPAN + """
            , load AS (
                SELECT p.home, p.lineage, p.server_name, p.database_name, q.query_hash,
                    arg_max(coalesce(q.query_id, 0), r.epoch) AS query_id,
                    arg_max(q.query_text_id, r.epoch) AS query_text_id, max(r.epoch) AS epoch,
                    count(DISTINCT q.query_plan_hash)
                        + count(DISTINCT (r.epoch, r.plan_id)) FILTER (q.query_plan_hash IS NULL) AS plans,
                    CAST(sum(r.count_executions) AS BIGINT) AS executions,
                    coalesce(sum(round_even(r.%s * r.count_executions, 0)), 0) AS total
                FROM span p
                JOIN %s r ON r.home = p.home AND r.lineage = p.lineage AND r.epoch = p.epoch
                    AND r.interval_id = p.interval_id
                LEFT JOIN plan_identity q ON q.home = r.home AND q.lineage = r.lineage AND q.epoch = r.epoch
                    AND q.plan_id = r.plan_id
                GROUP BY p.home, p.lineage, p.server_name, p.database_name, q.query_hash
            ), ranked AS (
                SELECT *, sum(total) OVER () AS everything FROM load
                ORDER BY total DESC, server_name, database_name, query_id LIMIT ?
            )
            SELECT r.*, left(CASE c.codec WHEN 0 THEN decode(c.body) ELSE tidegate_text(c.codec, base64(c.body)) END, ?)
                AS query_text
            FROM ranked r
            LEFT JOIN text_ref t ON t.home = r.home AND t.lineage = r.lineage AND t.epoch = r.epoch
                AND t.query_text_id = r.query_text_id
            LEFT JOIN content c USING (content_hash)
            ORDER BY r.total DESC, r.server_name, r.database_name, r.query_id
            """;

    private HistorySql() {}

    static TopAnswer top(Db db, TopRequest q) throws SQLException {
        long micros = Math.multiplyExact(q.last().toSeconds(), 1_000_000L);
        TopAnswer covered = db.first(
                        COVERED,
                        r -> AnswerRows.top(r, List.of()),
                        micros,
                        q.server(),
                        q.server(),
                        q.database(),
                        q.database())
                .orElseThrow();
        List<TopRow> rows = db.list(
                HEAVIEST.formatted("avg_" + q.metric().column(), rowsSince(db, covered.from())),
                AnswerRows::topRow,
                micros,
                q.server(),
                q.server(),
                q.database(),
                q.database(),
                q.limit(),
                TEXT_CHARS);
        return new TopAnswer(rows, covered.from(), covered.to(), covered.intervals(), covered.held(), covered.peeked());
    }

    /** What readers see; without the archive's files where none reaches that far: opening them costs more than the rest. */
    private static String rowsSince(Db db, @Nullable Instant since) throws SQLException {
        return since != null && ArchiveSql.reachesBehind(db, since) ? "seen_runtime_stats" : "recent_runtime_stats";
    }

    static List<StoredInterval> stored(Db db, SeriesKey k, Kind kind) throws SQLException {
        Facts facts = Facts.of(kind);
        return db.list(
                """
                SELECT interval_id, start_time, coalesce(row_count, 0) AS row_count,
                    coalesce(distinct_keys, 0) AS distinct_keys, coalesce(executions, 0) AS executions,
                    coalesce(wait_millis, 0) AS wait_millis
                FROM (SELECT home, lineage, epoch, interval_id, start_time FROM ledger_interval
                    WHERE home = ? AND lineage = ? AND epoch = ? AND kind = ? AND state = 'HELD') i
                LEFT JOIN (SELECT home, lineage, epoch, interval_id, count(*) AS row_count,
                        count(DISTINCT (%s)) AS distinct_keys, %s
                    FROM (SELECT * FROM %s ANTI JOIN band b USING (band_number) UNION ALL BY NAME SELECT * FROM %s)
                    GROUP BY ALL) r
                    USING (home, lineage, epoch, interval_id)
                ORDER BY interval_id""".formatted(facts.key, facts.figures(), facts.table, facts.archived),
                AnswerRows::storedInterval,
                k,
                kind);
    }
}
