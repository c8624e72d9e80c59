-- name: server_permissions
-- reads: none
-- params: none
-- columns: view_server_state, view_server_performance_state, view_any_database, connect_any_database, execute_getapplock
-- since: 13
-- permission: none
SELECT /* tidegate:server_permissions */
    HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER STATE') AS view_server_state,
    HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW SERVER PERFORMANCE STATE') AS view_server_performance_state,
    HAS_PERMS_BY_NAME(NULL, NULL, 'VIEW ANY DATABASE') AS view_any_database,
    HAS_PERMS_BY_NAME(NULL, NULL, 'CONNECT ANY DATABASE') AS connect_any_database,
    HAS_PERMS_BY_NAME(N'sys.sp_getapplock', 'OBJECT', 'EXECUTE') AS execute_getapplock;
