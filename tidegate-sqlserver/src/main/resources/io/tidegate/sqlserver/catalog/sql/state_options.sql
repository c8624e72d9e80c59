-- name: state_options
-- reads: database_query_store_options
-- params: max_rows int
-- columns: desired_state, desired_state_desc, actual_state, actual_state_desc, query_capture_mode, query_capture_mode_desc,
-- columns: size_based_cleanup_mode, size_based_cleanup_mode_desc, wait_stats_capture_mode, wait_stats_capture_mode_desc,
-- columns: readonly_reason, flush_interval_seconds, interval_length_minutes, max_storage_size_mb, stale_query_threshold_days,
-- columns: max_plans_per_query, capture_policy_execution_count, capture_policy_total_compile_cpu_time_ms,
-- columns: capture_policy_total_execution_cpu_time_ms, capture_policy_stale_threshold_hours, actual_state_additional_info
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_options */
    s.desired_state, s.desired_state_desc, s.actual_state, s.actual_state_desc, s.query_capture_mode,
    s.query_capture_mode_desc, s.size_based_cleanup_mode, s.size_based_cleanup_mode_desc,
    {?s.wait_stats_capture_mode}, {?s.wait_stats_capture_mode_desc}, s.readonly_reason, s.flush_interval_seconds,
    s.interval_length_minutes, s.max_storage_size_mb, s.stale_query_threshold_days, s.max_plans_per_query,
    {?s.capture_policy_execution_count}, {?s.capture_policy_total_compile_cpu_time_ms},
    {?s.capture_policy_total_execution_cpu_time_ms}, {?s.capture_policy_stale_threshold_hours},
    {?s.actual_state_additional_info}
FROM {db}.sys.database_query_store_options AS s
OPTION (MAXDOP 1);
