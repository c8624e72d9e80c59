-- name: session_cost
-- reads: dm_exec_sessions
-- params: none
-- columns: cpu_time, logical_reads, writes
-- since: 13
-- permission: none: the own session is always visible
SELECT /* tidegate:session_cost */ s.cpu_time, s.logical_reads, s.writes
FROM sys.dm_exec_sessions AS s
WHERE s.session_id = @@SPID
OPTION (MAXDOP 1);
