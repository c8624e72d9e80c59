-- name: interval_list
-- reads: query_store_runtime_stats_interval
-- params: none
-- columns: runtime_stats_interval_id, start_time, end_time
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
SELECT /* tidegate:interval_list */
    i.runtime_stats_interval_id, i.start_time, i.end_time
FROM {db}.sys.query_store_runtime_stats_interval AS i
ORDER BY i.runtime_stats_interval_id
OPTION (MAXDOP 1);
