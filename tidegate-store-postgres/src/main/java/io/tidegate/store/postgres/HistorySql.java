package io.tidegate.store.postgres;

import io.tidegate.core.model.Kind;
import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.store.HistoryReader.StoredInterval;
import io.tidegate.core.store.HistoryReader.TopAnswer;
import io.tidegate.core.store.HistoryReader.TopRequest;
import io.tidegate.core.store.HistoryReader.TopRow;
import io.tidegate.core.store.sql.AnswerRows;
import java.sql.SQLException;
import java.util.List;

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
                    d.source_now - ? * interval '1 second' AS since
                FROM series d JOIN server v USING (server_id)
                WHERE d.is_current AND (?::text IS NULL OR v.name = ?) AND (?::text IS NULL OR d.database_name = ?)
            ), span AS MATERIALIZED (
                SELECT s.home, s.lineage, i.epoch, s.server_name, s.database_name, i.interval_id, i.start_time, i.state
                FROM source s
                JOIN ledger_interval i ON i.home = s.home AND i.lineage = s.lineage
                WHERE i.kind = 'RUNTIME' AND i.flags & 32 = 0 AND i.state <> 'INHERITED'
                    AND i.end_time > s.since AND i.start_time < s.source_now
            )
            """;

    private static final String COVERED = SPAN + """
            SELECT (SELECT min(since) FROM source) AS from_time, (SELECT max(source_now) FROM source) AS to_time,
                count(*) AS intervals, count(*) FILTER (WHERE state = 'HELD') AS held,
                count(*) FILTER (WHERE state <> 'HELD' AND EXISTS (SELECT FROM peek p WHERE p.home = span.home
                    AND p.lineage = span.lineage AND p.epoch = span.epoch AND p.interval_id = span.interval_id
                    AND p.is_current)) AS peeked
            FROM span
            """;

    /** The smallest start of the span is known when the plan begins to run: partitions before it are not touched. */
    private static final String HEAVIEST = SPAN + """
            , row_load AS (
                SELECT p.home, p.lineage, p.server_name, p.database_name, r.epoch, r.plan_id, r.count_executions,
                    round(r.%1$s * r.count_executions) AS total
                FROM span p
                JOIN runtime_stats r ON r.home = p.home AND r.lineage = p.lineage AND r.epoch = p.epoch
                    AND r.interval_start = p.start_time AND r.interval_id = p.interval_id
                WHERE r.interval_start >= (SELECT min(start_time) FROM span)
                UNION ALL
                SELECT p.home, p.lineage, p.server_name, p.database_name, r.epoch, r.plan_id, r.count_executions,
                    round(r.%1$s * r.count_executions)
                FROM span p
                JOIN peek r ON r.home = p.home AND r.lineage = p.lineage AND r.epoch = p.epoch
                    AND r.interval_id = p.interval_id AND r.is_current
            ), plan_load AS (
                SELECT home, lineage, server_name, database_name, epoch, plan_id, sum(count_executions) AS executions,
                    sum(total) AS total
                FROM row_load GROUP BY home, lineage, server_name, database_name, epoch, plan_id
            ), load AS (
                SELECT p.home, p.lineage, p.server_name, p.database_name, q.query_hash,
                    max(ARRAY[p.epoch, coalesce(q.query_id, 0), coalesce(q.query_text_id, 0)]) AS newest,
                    count(DISTINCT q.query_plan_hash) + count(*) FILTER (WHERE q.query_plan_hash IS NULL) AS plans,
                    sum(p.executions)::bigint AS executions, coalesce(sum(p.total), 0) AS total
                FROM plan_load p
                LEFT JOIN plan_identity q ON q.home = p.home AND q.lineage = p.lineage AND q.epoch = p.epoch
                    AND q.plan_id = p.plan_id
                GROUP BY p.home, p.lineage, p.server_name, p.database_name, q.query_hash
            ), ranked AS (
                SELECT *, newest[1] AS epoch, newest[2] AS query_id, newest[3] AS query_text_id,
                    sum(total) OVER () AS everything
                FROM load ORDER BY total DESC, server_name, database_name, newest[2] LIMIT ?
            )
            SELECT r.*, left(tidegate_text(c.codec, c.body), ?) AS query_text
            FROM ranked r
            LEFT JOIN text_ref t ON t.home = r.home AND t.lineage = r.lineage AND t.epoch = r.epoch
                AND t.query_text_id = r.query_text_id
            LEFT JOIN content c ON c.content_hash = t.content_hash
            ORDER BY r.total DESC, r.server_name, r.database_name, r.query_id
            """;

    private HistorySql() {}

    static TopAnswer top(Db db, TopRequest q) throws SQLException {
        long seconds = q.last().toSeconds();
        List<TopRow> rows = db.list(
                HEAVIEST.formatted("avg_" + q.metric().column()),
                AnswerRows::topRow,
                seconds,
                q.server(),
                q.server(),
                q.database(),
                q.database(),
                q.limit(),
                TEXT_CHARS);
        return db.first(
                        COVERED,
                        r -> AnswerRows.top(r, rows),
                        seconds,
                        q.server(),
                        q.server(),
                        q.database(),
                        q.database())
                .orElseThrow();
    }

    static List<StoredInterval> stored(Db db, SeriesKey k, Kind kind) throws SQLException {
        Facts facts = Facts.of(kind);
        return db.list("""
                SELECT i.interval_id, i.start_time, coalesce(n.row_count, 0) AS row_count,
                    coalesce(n.distinct_keys, 0) AS distinct_keys, coalesce(n.executions, 0)::bigint AS executions,
                    coalesce(n.wait_millis, 0)::bigint AS wait_millis
                FROM ledger_interval i
                LEFT JOIN LATERAL (SELECT count(*) AS row_count, count(DISTINCT (%s)) AS distinct_keys, %s
                    FROM %s r WHERE r.home = i.home AND r.lineage = i.lineage AND r.epoch = i.epoch
                    AND r.interval_start = i.start_time AND r.interval_id = i.interval_id) n ON true
                WHERE i.home = ? AND i.lineage = ? AND i.epoch = ? AND i.kind = ? AND i.state = 'HELD'
                ORDER BY i.interval_id""".formatted(facts.key, facts.figures(), facts.table), AnswerRows::storedInterval, k, kind);
    }
}
