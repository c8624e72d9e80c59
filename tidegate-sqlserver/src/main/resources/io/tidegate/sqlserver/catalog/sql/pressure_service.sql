-- name: pressure_service
-- reads: dm_db_resource_stats
-- params: none
-- columns: avg_cpu_percent, avg_data_io_percent, avg_log_write_percent, max_worker_percent, max_session_percent,
-- columns: avg_instance_cpu_percent, cpu_limit
-- since: 13
-- permission: VIEW DATABASE STATE
-- why-asked: Azure SQL Database only.
-- why-newest: A row is of 15 seconds; what was before that is over. Of a database that has just woken the newest may be
-- why-newest: of the time before it slept, and says nothing.
-- why-memory: A full buffer pool is no pressure: memory is not asked for.
SELECT /* tidegate:pressure_service */ TOP (1)
    r.avg_cpu_percent, r.avg_data_io_percent, r.avg_log_write_percent, r.max_worker_percent, r.max_session_percent,
    r.avg_instance_cpu_percent, r.cpu_limit
FROM sys.dm_db_resource_stats AS r
WHERE r.end_time > DATEADD(minute, -2, GETUTCDATE())
ORDER BY r.end_time DESC
OPTION (MAXDOP 1);
