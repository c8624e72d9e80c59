-- name: wait_census_16
-- reads: query_store_wait_stats
-- params: first_interval_id bigint, last_interval_id bigint
-- columns: runtime_stats_interval_id, replica_group_id, row_count, wait_millis, checksum
-- since: 16
-- permission: VIEW DATABASE PERFORMANCE STATE in the database
-- why-groups: Rows lie by interval and replica group, so that the groups of one interval are neighbours.
-- why-checksum: As the model's Kind defines it. Only narrow columns are touched.
SELECT /* tidegate:wait_census_16 */
    ws.runtime_stats_interval_id,
    ws.replica_group_id,
    COUNT_BIG(*) AS row_count,
    SUM(ws.total_query_wait_time_ms) AS wait_millis,
    SUM((ws.plan_id % 1000003) * (ws.total_query_wait_time_ms % 100003) * (ws.execution_type * 32 + ws.wait_category + 1)) AS checksum
FROM {db}.sys.query_store_wait_stats AS ws
WHERE ws.runtime_stats_interval_id BETWEEN :first_interval_id AND :last_interval_id
GROUP BY ws.runtime_stats_interval_id, ws.replica_group_id
ORDER BY ws.runtime_stats_interval_id, ws.replica_group_id
OPTION (MAXDOP 1);
