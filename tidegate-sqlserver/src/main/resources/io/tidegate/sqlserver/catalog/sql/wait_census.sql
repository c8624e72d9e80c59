-- name: wait_census
-- reads: query_store_wait_stats
-- params: first_interval_id bigint, last_interval_id bigint
-- columns: runtime_stats_interval_id, row_count, wait_millis, checksum
-- since: 14
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-checksum: As the model's Kind defines it. Only narrow columns are touched.
SELECT /* tidegate:wait_census */
    ws.runtime_stats_interval_id,
    COUNT_BIG(*) AS row_count,
    SUM(ws.total_query_wait_time_ms) AS wait_millis,
    SUM((ws.plan_id % 1000003) * (ws.total_query_wait_time_ms % 100003) * (ws.execution_type * 32 + ws.wait_category + 1)) AS checksum
FROM {db}.sys.query_store_wait_stats AS ws
WHERE ws.runtime_stats_interval_id BETWEEN :first_interval_id AND :last_interval_id
GROUP BY ws.runtime_stats_interval_id
ORDER BY ws.runtime_stats_interval_id
OPTION (MAXDOP 1);
