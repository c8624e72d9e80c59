-- name: state_query_variants
-- reads: query_store_query_variant
-- params: max_rows int
-- columns: query_variant_query_id, parent_query_id, dispatcher_plan_id
-- since: 16
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
SELECT TOP (:max_rows) /* tidegate:state_query_variants */
    s.query_variant_query_id, s.parent_query_id, s.dispatcher_plan_id
FROM {db}.sys.query_store_query_variant AS s
OPTION (MAXDOP 1);
