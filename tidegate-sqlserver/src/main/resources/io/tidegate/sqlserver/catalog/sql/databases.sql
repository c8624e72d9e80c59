-- name: databases
-- reads: databases
-- params: none
-- columns: database_id, name, state, user_access, is_read_only, is_in_standby, collation_name,
-- columns: source_database_id, group_database_id, may_enter, updateability
-- since: 13
-- permission: VIEW ANY DATABASE, else only what the login owns is seen
-- why-enter: HAS_DBACCESS and DATABASEPROPERTYEX are asked only of databases that are open already: a closed
-- why-enter: AUTO_CLOSE one has no collation_name.
-- why-range: 1 to 4 are system databases, 32761 and above those of contained availability groups.
SELECT /* tidegate:databases */
    d.database_id, d.name, d.state, d.user_access, d.is_read_only, d.is_in_standby, d.collation_name,
    d.source_database_id,
    CONVERT(nvarchar(36), d.group_database_id) AS group_database_id,
    CASE WHEN d.state = 0 AND d.user_access = 0 AND d.collation_name IS NOT NULL
         THEN HAS_DBACCESS(d.name) END AS may_enter,
    CASE WHEN d.state = 0 AND d.user_access = 0 AND d.collation_name IS NOT NULL
         THEN CONVERT(nvarchar(60), DATABASEPROPERTYEX(d.name, 'Updateability')) END AS updateability
FROM sys.databases AS d
WHERE d.database_id > 4 AND d.database_id < 32761
ORDER BY d.database_id
OPTION (MAXDOP 1);
