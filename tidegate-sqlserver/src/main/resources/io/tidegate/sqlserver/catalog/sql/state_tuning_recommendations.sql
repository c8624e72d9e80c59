-- name: state_tuning_recommendations
-- reads: dm_db_tuning_recommendations
-- params: max_rows int
-- columns: name, type, reason, valid_since, state, is_executable_action, is_revertable_action, execute_action_start_time,
-- columns: execute_action_duration, execute_action_initiated_by, execute_action_initiated_time, revert_action_start_time,
-- columns: revert_action_duration, revert_action_initiated_by, revert_action_initiated_time, score, details, last_refresh
-- since: 14
-- permission: VIEW SERVER STATE; from 2022 on VIEW SERVER PERFORMANCE STATE; in Azure SQL Database VIEW DATABASE STATE
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
SELECT TOP (:max_rows) /* tidegate:state_tuning_recommendations */
    s.name, s.type, s.reason, s.valid_since, s.state, s.is_executable_action, s.is_revertable_action,
    s.execute_action_start_time, s.execute_action_duration, s.execute_action_initiated_by,
    s.execute_action_initiated_time, s.revert_action_start_time, s.revert_action_duration,
    s.revert_action_initiated_by, s.revert_action_initiated_time, s.score, s.details, s.last_refresh
FROM {db}.sys.dm_db_tuning_recommendations AS s
OPTION (MAXDOP 1);
