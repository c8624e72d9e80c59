-- name: pressure_schedulers
-- reads: dm_os_schedulers
-- params: none
-- columns: schedulers, runnable_tasks, workers
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
-- why-visible: Hidden schedulers run the server's own work and take no statement of ours.
SELECT /* tidegate:pressure_schedulers */
    COUNT_BIG(*) AS schedulers,
    SUM(CONVERT(bigint, s.runnable_tasks_count)) AS runnable_tasks,
    SUM(CONVERT(bigint, s.current_workers_count)) AS workers
FROM sys.dm_os_schedulers AS s
WHERE s.status = N'VISIBLE ONLINE'
OPTION (MAXDOP 1);
