-- name: interval_slice
-- reads: query_store_runtime_stats_interval
-- params: max_rows bigint, known_id bigint
-- columns: runtime_stats_interval_id, start_time, end_time
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
SELECT TOP (:max_rows) /* tidegate:interval_slice */
    i.runtime_stats_interval_id, i.start_time, i.end_time
FROM {db}.sys.query_store_runtime_stats_interval AS i
WHERE i.runtime_stats_interval_id > :known_id
ORDER BY i.runtime_stats_interval_id
OPTION (MAXDOP 1);
