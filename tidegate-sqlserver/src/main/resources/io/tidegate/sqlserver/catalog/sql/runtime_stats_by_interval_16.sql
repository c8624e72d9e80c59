-- name: runtime_stats_by_interval_16
-- reads: query_store_runtime_stats
-- params: max_rows bigint, first_interval_id bigint, last_interval_id bigint, after_interval_id bigint, after_replica_group_id bigint, after_plan_id bigint, after_execution_type bigint
-- columns: runtime_stats_interval_id, plan_id, execution_type, replica_group_id, first_execution_time,
-- columns: last_execution_time, count_executions, avg_duration, last_duration, min_duration, max_duration,
-- columns: stdev_duration, avg_cpu_time, last_cpu_time, min_cpu_time, max_cpu_time, stdev_cpu_time,
-- columns: avg_logical_io_reads, last_logical_io_reads, min_logical_io_reads, max_logical_io_reads,
-- columns: stdev_logical_io_reads, avg_logical_io_writes, last_logical_io_writes, min_logical_io_writes,
-- columns: max_logical_io_writes, stdev_logical_io_writes, avg_physical_io_reads, last_physical_io_reads,
-- columns: min_physical_io_reads, max_physical_io_reads, stdev_physical_io_reads, avg_clr_time, last_clr_time,
-- columns: min_clr_time, max_clr_time, stdev_clr_time, avg_dop, last_dop, min_dop, max_dop, stdev_dop,
-- columns: avg_query_max_used_memory, last_query_max_used_memory, min_query_max_used_memory,
-- columns: max_query_max_used_memory, stdev_query_max_used_memory, avg_rowcount, last_rowcount, min_rowcount,
-- columns: max_rowcount, stdev_rowcount, avg_num_physical_io_reads, last_num_physical_io_reads,
-- columns: min_num_physical_io_reads, max_num_physical_io_reads, stdev_num_physical_io_reads,
-- columns: avg_log_bytes_used, last_log_bytes_used, min_log_bytes_used, max_log_bytes_used,
-- columns: stdev_log_bytes_used, avg_tempdb_space_used, last_tempdb_space_used, min_tempdb_space_used,
-- columns: max_tempdb_space_used, stdev_tempdb_space_used, avg_page_server_io_reads, last_page_server_io_reads,
-- columns: min_page_server_io_reads, max_page_server_io_reads, stdev_page_server_io_reads
-- since: 16
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-order: Persisted rows are clustered by interval, replica group, plan and type: the interval seeks.
-- why-raw: Rows come as they are: a GROUP BY here would hide that a settled interval still has two rows for a
-- why-raw: key.
-- why-without: runtime_stats_id is no key before the interval is over; execution_type_desc follows from the type.
SELECT TOP (:max_rows) /* tidegate:runtime_stats_by_interval_16 */
    rs.runtime_stats_interval_id, rs.plan_id, rs.execution_type, rs.replica_group_id, rs.first_execution_time, rs.last_execution_time, rs.count_executions,
    rs.avg_duration, rs.last_duration, rs.min_duration, rs.max_duration, rs.stdev_duration,
    rs.avg_cpu_time, rs.last_cpu_time, rs.min_cpu_time, rs.max_cpu_time, rs.stdev_cpu_time,
    rs.avg_logical_io_reads, rs.last_logical_io_reads, rs.min_logical_io_reads, rs.max_logical_io_reads, rs.stdev_logical_io_reads,
    rs.avg_logical_io_writes, rs.last_logical_io_writes, rs.min_logical_io_writes, rs.max_logical_io_writes, rs.stdev_logical_io_writes,
    rs.avg_physical_io_reads, rs.last_physical_io_reads, rs.min_physical_io_reads, rs.max_physical_io_reads, rs.stdev_physical_io_reads,
    rs.avg_clr_time, rs.last_clr_time, rs.min_clr_time, rs.max_clr_time, rs.stdev_clr_time,
    rs.avg_dop, rs.last_dop, rs.min_dop, rs.max_dop, rs.stdev_dop,
    rs.avg_query_max_used_memory, rs.last_query_max_used_memory, rs.min_query_max_used_memory, rs.max_query_max_used_memory, rs.stdev_query_max_used_memory,
    rs.avg_rowcount, rs.last_rowcount, rs.min_rowcount, rs.max_rowcount, rs.stdev_rowcount,
    rs.avg_num_physical_io_reads, rs.last_num_physical_io_reads, rs.min_num_physical_io_reads, rs.max_num_physical_io_reads, rs.stdev_num_physical_io_reads,
    rs.avg_log_bytes_used, rs.last_log_bytes_used, rs.min_log_bytes_used, rs.max_log_bytes_used, rs.stdev_log_bytes_used,
    rs.avg_tempdb_space_used, rs.last_tempdb_space_used, rs.min_tempdb_space_used, rs.max_tempdb_space_used, rs.stdev_tempdb_space_used,
    rs.avg_page_server_io_reads, rs.last_page_server_io_reads, rs.min_page_server_io_reads, rs.max_page_server_io_reads, rs.stdev_page_server_io_reads
FROM {db}.sys.query_store_runtime_stats AS rs
WHERE rs.runtime_stats_interval_id BETWEEN :first_interval_id AND :last_interval_id
  AND rs.runtime_stats_interval_id >= :after_interval_id
  AND (rs.runtime_stats_interval_id > :after_interval_id
        OR (rs.runtime_stats_interval_id = :after_interval_id AND (rs.replica_group_id > :after_replica_group_id
            OR (rs.replica_group_id = :after_replica_group_id AND (rs.plan_id > :after_plan_id
                OR (rs.plan_id = :after_plan_id AND (rs.execution_type > :after_execution_type)))))))
ORDER BY rs.runtime_stats_interval_id, rs.replica_group_id, rs.plan_id, rs.execution_type
OPTION (MAXDOP 1);
