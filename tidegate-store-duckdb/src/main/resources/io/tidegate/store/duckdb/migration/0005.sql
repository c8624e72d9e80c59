-- Version 5 of the logical schema: intervals that an epoch inherits (state INHERITED), and views that leave out what a
-- newer epoch has taken the place of (flag SUPERSEDED).

CREATE OR REPLACE VIEW query_store_runtime_stats AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.plan_id,
    s.interval_id AS runtime_stats_interval_id,
    s.execution_type,
    CASE s.execution_type WHEN 0 THEN 'Regular' WHEN 3 THEN 'Aborted' WHEN 4 THEN 'Exception' END AS execution_type_desc,
    make_timestamptz(s.first_execution_ticks // 10) AS first_execution_time,
    make_timestamptz(s.last_execution_ticks // 10) AS last_execution_time,
    s.count_executions,
    s.avg_duration,
    s.last_duration,
    s.min_duration,
    s.max_duration,
    s.stdev_duration,
    s.avg_cpu_time,
    s.last_cpu_time,
    s.min_cpu_time,
    s.max_cpu_time,
    s.stdev_cpu_time,
    s.avg_logical_io_reads,
    s.last_logical_io_reads,
    s.min_logical_io_reads,
    s.max_logical_io_reads,
    s.stdev_logical_io_reads,
    s.avg_logical_io_writes,
    s.last_logical_io_writes,
    s.min_logical_io_writes,
    s.max_logical_io_writes,
    s.stdev_logical_io_writes,
    s.avg_physical_io_reads,
    s.last_physical_io_reads,
    s.min_physical_io_reads,
    s.max_physical_io_reads,
    s.stdev_physical_io_reads,
    s.avg_clr_time,
    s.last_clr_time,
    s.min_clr_time,
    s.max_clr_time,
    s.stdev_clr_time,
    s.avg_dop,
    s.last_dop,
    s.min_dop,
    s.max_dop,
    s.stdev_dop,
    s.avg_query_max_used_memory,
    s.last_query_max_used_memory,
    s.min_query_max_used_memory,
    s.max_query_max_used_memory,
    s.stdev_query_max_used_memory,
    s.avg_rowcount,
    s.last_rowcount,
    s.min_rowcount,
    s.max_rowcount,
    s.stdev_rowcount,
    s.avg_num_physical_io_reads,
    s.last_num_physical_io_reads,
    s.min_num_physical_io_reads,
    s.max_num_physical_io_reads,
    s.stdev_num_physical_io_reads,
    s.avg_log_bytes_used,
    s.last_log_bytes_used,
    s.min_log_bytes_used,
    s.max_log_bytes_used,
    s.stdev_log_bytes_used,
    s.avg_tempdb_space_used,
    s.last_tempdb_space_used,
    s.min_tempdb_space_used,
    s.max_tempdb_space_used,
    s.stdev_tempdb_space_used,
    s.avg_page_server_io_reads,
    s.last_page_server_io_reads,
    s.min_page_server_io_reads,
    s.max_page_server_io_reads,
    s.stdev_page_server_io_reads,
    s.replica_group_id
FROM seen_runtime_stats s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE NOT EXISTS (SELECT 1 FROM ledger_interval i WHERE i.home = s.home AND i.lineage = s.lineage AND i.epoch = s.epoch
    AND i.kind = 'RUNTIME' AND i.interval_id = s.interval_id AND i.flags & 32 <> 0);

CREATE OR REPLACE VIEW query_store_wait_stats AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.plan_id,
    s.interval_id AS runtime_stats_interval_id,
    s.wait_category,
    CASE s.wait_category
        WHEN 0 THEN 'Unknown'
        WHEN 1 THEN 'CPU'
        WHEN 2 THEN 'Worker Thread'
        WHEN 3 THEN 'Lock'
        WHEN 4 THEN 'Latch'
        WHEN 5 THEN 'Buffer Latch'
        WHEN 6 THEN 'Buffer IO'
        WHEN 7 THEN 'Compilation'
        WHEN 8 THEN 'SQL CLR'
        WHEN 9 THEN 'Mirroring'
        WHEN 10 THEN 'Transaction'
        WHEN 11 THEN 'Idle'
        WHEN 12 THEN 'Preemptive'
        WHEN 13 THEN 'Service Broker'
        WHEN 14 THEN 'Tran Log IO'
        WHEN 15 THEN 'Network IO'
        WHEN 16 THEN 'Parallelism'
        WHEN 17 THEN 'Memory'
        WHEN 18 THEN 'User Wait'
        WHEN 19 THEN 'Tracing'
        WHEN 20 THEN 'Full Text Search'
        WHEN 21 THEN 'Other Disk IO'
        WHEN 22 THEN 'Replication'
        WHEN 23 THEN 'Log Rate Governor'
    END AS wait_category_desc,
    s.execution_type,
    CASE s.execution_type WHEN 0 THEN 'Regular' WHEN 3 THEN 'Aborted' WHEN 4 THEN 'Exception' END AS execution_type_desc,
    s.total_query_wait_time_ms,
    s.avg_query_wait_time_ms,
    s.last_query_wait_time_ms,
    s.min_query_wait_time_ms,
    s.max_query_wait_time_ms,
    s.stdev_query_wait_time_ms,
    s.replica_group_id
FROM wait_stats s
ANTI JOIN band b ON b.band_number = s.band_number
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE NOT EXISTS (SELECT 1 FROM ledger_interval i WHERE i.home = s.home AND i.lineage = s.lineage AND i.epoch = s.epoch
    AND i.kind = 'WAITS' AND i.interval_id = s.interval_id AND i.flags & 32 <> 0);

CREATE OR REPLACE VIEW query_store_runtime_stats_interval AS
SELECT
    v.name AS server_name,
    d.database_name,
    i.epoch,
    i.interval_id AS runtime_stats_interval_id,
    i.start_time,
    i.end_time,
    i.state
FROM ledger_interval i
JOIN series d ON d.home = i.home AND d.lineage = i.lineage AND d.epoch = i.epoch
JOIN server v ON v.server_id = d.server_id
WHERE i.kind = 'RUNTIME' AND i.state <> 'INHERITED' AND i.flags & 32 = 0;
