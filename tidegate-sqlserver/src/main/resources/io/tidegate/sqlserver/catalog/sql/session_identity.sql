-- name: session_identity
-- reads: dm_exec_sessions, databases
-- params: none
-- columns: session_id, login_time, server_name, tempdb_created, server_now, engine_edition, current_database
-- since: 13
-- permission: none: the own session is always visible
-- why-tempdb: tempdb is made anew at each start: its create_date is the start of this life of the instance.
SELECT /* tidegate:session_identity */
    s.session_id,
    s.login_time,
    CONVERT(nvarchar(256), SERVERPROPERTY('ServerName')) AS server_name,
    d.create_date AS tempdb_created,
    SYSUTCDATETIME() AS server_now,
    CONVERT(int, SERVERPROPERTY('EngineEdition')) AS engine_edition,
    DB_NAME() AS current_database
FROM sys.dm_exec_sessions AS s
LEFT JOIN sys.databases AS d ON d.name = N'tempdb'
WHERE s.session_id = @@SPID
OPTION (MAXDOP 1);
