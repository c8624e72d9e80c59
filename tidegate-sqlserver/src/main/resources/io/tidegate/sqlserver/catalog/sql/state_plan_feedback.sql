-- name: state_plan_feedback
-- reads: query_store_plan_feedback
-- params: max_rows int
-- columns: plan_feedback_id, plan_id, feature_id, feature_desc, state, state_desc, feedback_data, create_time,
-- columns: replica_group_id, last_updated_time
-- since: 16
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_plan_feedback */
    s.plan_feedback_id, s.plan_id, s.feature_id, s.feature_desc, {?s.state}, {?s.state_desc}, {?s.feedback_data},
    {?s.create_time}, {?s.replica_group_id}, {?s.last_updated_time}
FROM {db}.sys.query_store_plan_feedback AS s
OPTION (MAXDOP 1);
