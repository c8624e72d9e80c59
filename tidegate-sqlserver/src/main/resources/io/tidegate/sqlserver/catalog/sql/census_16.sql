-- name: census_16
-- reads: query_store_runtime_stats
-- params: first_interval_id bigint, last_interval_id bigint
-- columns: runtime_stats_interval_id, replica_group_id, row_count, executions, checksum
-- since: 16
-- permission: VIEW DATABASE PERFORMANCE STATE in the database
-- why-groups: Rows lie by interval and replica group, so that the groups of one interval are neighbours.
-- why-checksum: As IntervalFigures defines it. Only narrow columns are touched.
SELECT /* tidegate:census_16 */
    rs.runtime_stats_interval_id,
    rs.replica_group_id,
    COUNT_BIG(*) AS row_count,
    SUM(rs.count_executions) AS executions,
    SUM((rs.plan_id % 1000003) * (rs.count_executions % 1000003) * (rs.execution_type + 1)) AS checksum
FROM {db}.sys.query_store_runtime_stats AS rs
WHERE rs.runtime_stats_interval_id BETWEEN :first_interval_id AND :last_interval_id
GROUP BY rs.runtime_stats_interval_id, rs.replica_group_id
ORDER BY rs.runtime_stats_interval_id, rs.replica_group_id
OPTION (MAXDOP 1);
