-- name: recovery_forks
-- reads: database_recovery_status
-- params: database_ids bigint*
-- columns: database_id, recovery_fork
-- since: 13
-- permission: VIEW ANY DATABASE or ALTER ANY DATABASE, else the rows of the login's own databases alone
-- why-ids: The view tries to start a database that is not open, so only open ones are asked for, and none at all beside
-- why-ids: one that its AUTO_CLOSE has shut.
-- why-fork: A database gets another fork when it is recovered at another point than the end of its log, as by a restore
-- why-fork: of an older image; a crash and a CLEAR leave it as it is. Not on Azure SQL Database.
SELECT /* tidegate:recovery_forks */
    r.database_id, CONVERT(nvarchar(36), r.recovery_fork_guid) AS recovery_fork
FROM sys.database_recovery_status AS r
WHERE r.database_id IN (:database_ids)
OPTION (MAXDOP 1);
