-- name: pressure_grants
-- reads: dm_exec_query_resource_semaphores
-- params: none
-- columns: waiting_grants
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
-- why-semaphores: A row for each semaphore, however many wait; the view of the grants has a row for each statement.
SELECT /* tidegate:pressure_grants */
    SUM(CONVERT(bigint, s.waiter_count)) AS waiting_grants
FROM sys.dm_exec_query_resource_semaphores AS s
OPTION (MAXDOP 1);
