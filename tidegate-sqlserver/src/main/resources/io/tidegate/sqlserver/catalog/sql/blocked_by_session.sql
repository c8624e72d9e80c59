-- name: blocked_by_session
-- reads: dm_exec_requests
-- params: session_id bigint
-- columns: blocked_session_id, waited_ms
-- since: 13
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE
-- why-self: A session that waits for its own page read is said to be blocked by itself.
-- why-one: One that waits is reason enough; the one that has waited longest is named.
SELECT /* tidegate:blocked_by_session */ TOP (1) r.session_id AS blocked_session_id, r.wait_time AS waited_ms
FROM sys.dm_exec_requests AS r
WHERE r.blocking_session_id = :session_id AND r.session_id <> r.blocking_session_id
ORDER BY r.wait_time DESC
OPTION (MAXDOP 1);
