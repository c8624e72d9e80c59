-- name: state_forcing_locations
-- reads: query_store_plan_forcing_locations
-- params: max_rows int
-- columns: plan_forcing_location_id, query_id, plan_id, replica_group_id, timestamp, plan_forcing_type, plan_forcing_type_desc
-- since: 16
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_forcing_locations */
    s.plan_forcing_location_id, s.query_id, s.plan_id, s.replica_group_id, {?s.timestamp}, {?s.plan_forcing_type},
    {?s.plan_forcing_type_desc}
FROM {db}.sys.query_store_plan_forcing_locations AS s
OPTION (MAXDOP 1);
