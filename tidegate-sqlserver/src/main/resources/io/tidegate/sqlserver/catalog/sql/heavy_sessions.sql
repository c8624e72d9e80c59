-- name: heavy_sessions
-- reads: dm_exec_sessions
-- params: prefix nvarchar(128)
-- columns: session_id, login_time, host_name, program_name
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
SELECT /* tidegate:heavy_sessions */ s.session_id, s.login_time, s.host_name, s.program_name
FROM sys.dm_exec_sessions AS s
WHERE s.program_name LIKE :prefix AND s.session_id <> @@SPID
ORDER BY s.session_id
OPTION (MAXDOP 1);
