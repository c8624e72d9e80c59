-- name: session_by_id
-- reads: dm_exec_sessions
-- params: session_id bigint
-- columns: session_id, login_time
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
SELECT /* tidegate:session_by_id */ s.session_id, s.login_time
FROM sys.dm_exec_sessions AS s
WHERE s.session_id = :session_id
OPTION (MAXDOP 1);
