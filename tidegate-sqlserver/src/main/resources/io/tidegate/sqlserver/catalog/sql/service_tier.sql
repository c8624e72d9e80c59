-- name: service_tier
-- reads: dm_exec_sessions
-- params: none
-- columns: edition, service_objective, others
-- since: 13
-- permission: none for the tier; VIEW DATABASE STATE to see others
-- why-others: An open session of somebody else keeps a serverless database awake: only then may ours.
-- why-asked: Azure SQL Database only.
SELECT /* tidegate:service_tier */
    CONVERT(nvarchar(64), DATABASEPROPERTYEX(DB_NAME(), 'Edition')) AS edition,
    CONVERT(nvarchar(64), DATABASEPROPERTYEX(DB_NAME(), 'ServiceObjective')) AS service_objective,
    o.others
FROM (SELECT COUNT(*) AS others
      FROM sys.dm_exec_sessions AS s
      WHERE s.is_user_process = 1 AND s.session_id <> @@SPID
        AND (s.program_name IS NULL OR s.program_name NOT LIKE N'Tidegate/%')) AS o
OPTION (MAXDOP 1);
