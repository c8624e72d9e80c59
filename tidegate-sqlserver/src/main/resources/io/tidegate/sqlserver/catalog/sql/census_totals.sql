-- name: census_totals
-- reads: query_store_runtime_stats
-- params: first_interval_id bigint, last_interval_id bigint
-- columns: runtime_stats_interval_id, row_count, executions, checksum, cpu_micros, duration_micros
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-float: Totals are summed as float: whole numbers up to 2^53 are exact, and nothing overflows.
SELECT /* tidegate:census_totals */
    rs.runtime_stats_interval_id,
    COUNT_BIG(*) AS row_count,
    SUM(rs.count_executions) AS executions,
    SUM((rs.plan_id % 1000003) * (rs.count_executions % 1000003) * (rs.execution_type + 1)) AS checksum,
    SUM(ROUND(rs.avg_cpu_time * rs.count_executions, 0)) AS cpu_micros,
    SUM(ROUND(rs.avg_duration * rs.count_executions, 0)) AS duration_micros
FROM {db}.sys.query_store_runtime_stats AS rs
WHERE rs.runtime_stats_interval_id BETWEEN :first_interval_id AND :last_interval_id
GROUP BY rs.runtime_stats_interval_id
ORDER BY rs.runtime_stats_interval_id
OPTION (MAXDOP 1);
