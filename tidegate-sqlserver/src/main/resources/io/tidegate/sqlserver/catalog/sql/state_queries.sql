-- name: state_queries
-- reads: query_store_query
-- params: max_rows int, since datetime2(7), after_id bigint
-- columns: query_id, query_text_id, context_settings_id, object_id, batch_sql_handle, query_hash, is_internal_query,
-- columns: is_clouddb_internal_query, query_parameterization_type, query_parameterization_type_desc,
-- columns: initial_compile_start_time, last_compile_start_time, last_compile_batch_sql_handle,
-- columns: last_compile_batch_offset_start, last_compile_batch_offset_end, count_compiles, avg_compile_duration,
-- columns: last_compile_duration, avg_bind_duration, last_bind_duration, avg_bind_cpu_time, last_bind_cpu_time,
-- columns: avg_optimize_duration, last_optimize_duration, avg_optimize_cpu_time, last_optimize_cpu_time,
-- columns: avg_compile_memory_kb, last_compile_memory_kb, max_compile_memory_kb
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-walk: By the instant of the last compilation: what was not compiled since the last reading has not
-- why-walk: changed. A read that is cut goes on behind its last row.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_queries */
    q.query_id, q.query_text_id, q.context_settings_id, q.object_id, q.batch_sql_handle, q.query_hash,
    q.is_internal_query, {?q.is_clouddb_internal_query}, q.query_parameterization_type,
    q.query_parameterization_type_desc, q.initial_compile_start_time, q.last_compile_start_time,
    q.last_compile_batch_sql_handle, q.last_compile_batch_offset_start, q.last_compile_batch_offset_end,
    q.count_compiles, q.avg_compile_duration, q.last_compile_duration, q.avg_bind_duration, q.last_bind_duration,
    q.avg_bind_cpu_time, q.last_bind_cpu_time, q.avg_optimize_duration, q.last_optimize_duration,
    q.avg_optimize_cpu_time, q.last_optimize_cpu_time, q.avg_compile_memory_kb, q.last_compile_memory_kb,
    q.max_compile_memory_kb
FROM {db}.sys.query_store_query AS q
WHERE q.query_id > 0
  AND (COALESCE(q.last_compile_start_time, q.initial_compile_start_time) > :since
       OR (COALESCE(q.last_compile_start_time, q.initial_compile_start_time) = :since AND q.query_id > :after_id))
ORDER BY COALESCE(q.last_compile_start_time, q.initial_compile_start_time), q.query_id
OPTION (MAXDOP 1);
