-- name: pressure_log_send
-- reads: dm_hadr_database_replica_states
-- params: none
-- columns: log_send_kb
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
SELECT /* tidegate:pressure_log_send */
    MAX(r.log_send_queue_size) AS log_send_kb
FROM sys.dm_hadr_database_replica_states AS r
OPTION (MAXDOP 1);
