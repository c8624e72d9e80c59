-- name: wait_stats_16
-- reads: query_store_wait_stats
-- params: max_rows bigint, first_interval_id bigint, last_interval_id bigint, after_interval_id bigint, after_replica_group_id bigint, after_plan_id bigint, after_wait_category bigint, after_execution_type bigint
-- columns: runtime_stats_interval_id, plan_id, wait_category, execution_type, replica_group_id,
-- columns: total_query_wait_time_ms, avg_query_wait_time_ms, last_query_wait_time_ms, min_query_wait_time_ms,
-- columns: max_query_wait_time_ms, stdev_query_wait_time_ms
-- since: 16
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-order: Persisted rows are clustered by interval, group, plan, category and type: the interval seeks.
-- why-raw: Rows come as they are: a GROUP BY here would hide that a settled interval still has two rows for a
-- why-raw: key.
-- why-without: wait_stats_id is no key before the interval is over; both descriptions follow from their numbers.
SELECT TOP (:max_rows) /* tidegate:wait_stats_16 */
    ws.runtime_stats_interval_id, ws.plan_id, ws.wait_category, ws.execution_type, ws.replica_group_id,
    ws.total_query_wait_time_ms, ws.avg_query_wait_time_ms, ws.last_query_wait_time_ms, ws.min_query_wait_time_ms,
    ws.max_query_wait_time_ms, ws.stdev_query_wait_time_ms
FROM {db}.sys.query_store_wait_stats AS ws
WHERE ws.runtime_stats_interval_id BETWEEN :first_interval_id AND :last_interval_id
  AND ws.runtime_stats_interval_id >= :after_interval_id
  AND (ws.runtime_stats_interval_id > :after_interval_id
        OR (ws.runtime_stats_interval_id = :after_interval_id AND (ws.replica_group_id > :after_replica_group_id
            OR (ws.replica_group_id = :after_replica_group_id AND (ws.plan_id > :after_plan_id
                OR (ws.plan_id = :after_plan_id AND (ws.wait_category > :after_wait_category
                    OR (ws.wait_category = :after_wait_category AND (ws.execution_type > :after_execution_type)))))))))
ORDER BY ws.runtime_stats_interval_id, ws.replica_group_id, ws.plan_id, ws.wait_category, ws.execution_type
OPTION (MAXDOP 1);
