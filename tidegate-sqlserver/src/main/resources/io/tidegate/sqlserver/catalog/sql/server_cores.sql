-- name: server_cores
-- reads: dm_os_sys_info
-- params: none
-- columns: cpu_count, max_workers_count
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
SELECT /* tidegate:server_cores */ i.cpu_count, i.max_workers_count
FROM sys.dm_os_sys_info AS i
OPTION (MAXDOP 1);
