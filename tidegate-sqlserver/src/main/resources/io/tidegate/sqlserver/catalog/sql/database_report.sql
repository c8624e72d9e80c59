-- name: database_report
-- reads: database_query_store_options
-- params: quoted_database nvarchar(300)
-- columns: view_database_state, view_database_performance_state, actual_state, readonly_reason,
-- columns: flush_interval_seconds, interval_length_minutes, stale_query_threshold_days,
-- columns: current_storage_size_mb, max_storage_size_mb, size_based_cleanup_mode
-- since: 13
-- permission: none to ask, VIEW DATABASE STATE to see the options
SELECT /* tidegate:database_report */
    HAS_PERMS_BY_NAME(:quoted_database, 'DATABASE', 'VIEW DATABASE STATE') AS view_database_state,
    HAS_PERMS_BY_NAME(:quoted_database, 'DATABASE', 'VIEW DATABASE PERFORMANCE STATE') AS view_database_performance_state,
    o.actual_state, o.readonly_reason, o.flush_interval_seconds, o.interval_length_minutes,
    o.stale_query_threshold_days, o.current_storage_size_mb, o.max_storage_size_mb, o.size_based_cleanup_mode
FROM {db}.sys.database_query_store_options AS o
OPTION (MAXDOP 1);
