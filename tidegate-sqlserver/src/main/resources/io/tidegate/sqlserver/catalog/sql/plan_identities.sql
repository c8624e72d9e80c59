-- name: plan_identities
-- reads: query_store_plan
-- params: plan_ids bigint*
-- columns: plan_id, query_id, query_plan_hash, initial_compile_start_time, is_forced_plan
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-apart: A join of these views costs seconds on a large store, each view alone is fast: queries are read
-- why-apart: apart and joined here.
SELECT /* tidegate:plan_identities */
    p.plan_id, p.query_id, p.query_plan_hash, p.initial_compile_start_time, p.is_forced_plan
FROM {db}.sys.query_store_plan AS p
WHERE p.plan_id IN (:plan_ids)
ORDER BY p.plan_id
OPTION (MAXDOP 1);
