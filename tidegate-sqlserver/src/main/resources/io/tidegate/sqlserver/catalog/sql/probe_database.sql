-- name: probe_database
-- reads: database_query_store_options, query_store_runtime_stats_interval
-- params: none
-- columns: source_now, actual_state, readonly_reason, flush_interval_seconds, interval_length_minutes,
-- columns: stale_query_threshold_days, current_storage_size_mb, max_storage_size_mb, size_based_cleanup_mode,
-- columns: options_mark, wait_stats_capture_mode, capture_policy_execution_count, capture_policy_total_compile_cpu_time_ms,
-- columns: capture_policy_total_execution_cpu_time_ms, capture_policy_stale_threshold_hours,
-- columns: lowest_interval_id, highest_interval_id, interval_count
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-mark: A number that changes when an option changes that is not among the others; the optional ones are added to it.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
-- why-names: Columns by name: their order differs between versions.
SELECT /* tidegate:probe_database */
    SYSUTCDATETIME() AS source_now,
    o.actual_state, o.readonly_reason, o.flush_interval_seconds, o.interval_length_minutes,
    o.stale_query_threshold_days, o.current_storage_size_mb, o.max_storage_size_mb, o.size_based_cleanup_mode,
    o.desired_state + 16 * o.query_capture_mode + 256 * o.max_plans_per_query AS options_mark,
    {?o.wait_stats_capture_mode}, {?o.capture_policy_execution_count}, {?o.capture_policy_total_compile_cpu_time_ms},
    {?o.capture_policy_total_execution_cpu_time_ms}, {?o.capture_policy_stale_threshold_hours},
    l.lowest_interval_id, l.highest_interval_id, l.interval_count
FROM {db}.sys.database_query_store_options AS o
CROSS JOIN (SELECT MIN(i.runtime_stats_interval_id) AS lowest_interval_id,
                   MAX(i.runtime_stats_interval_id) AS highest_interval_id,
                   COUNT_BIG(*) AS interval_count
            FROM {db}.sys.query_store_runtime_stats_interval AS i) AS l
OPTION (MAXDOP 1);
