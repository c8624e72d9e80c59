-- name: sees_all_sessions
-- reads: none
-- params: none
-- columns: sees_all
-- since: 13
-- permission: none
-- why-asked: Without the right the views show the own session only, and no error: zero rows would prove nothing.
-- why-azure: Azure SQL Database (engine edition 5) shows the sessions of the current database, which are all that
-- why-azure: law ONE speaks of there, by a right in that database.
-- why-asked: A name that a version does not know gives NULL.
SELECT /* tidegate:sees_all_sessions */
    CASE WHEN HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE') = 1
           OR HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER PERFORMANCE STATE') = 1
           OR (CONVERT(int, SERVERPROPERTY('EngineEdition')) = 5
               AND HAS_PERMS_BY_NAME(NULL, 'DATABASE', 'VIEW DATABASE STATE') = 1)
         THEN 1 ELSE 0 END AS sees_all;
