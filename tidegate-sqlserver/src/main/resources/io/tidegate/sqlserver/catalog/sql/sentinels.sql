-- name: sentinels
-- reads: query_store_plan
-- params: plan_ids bigint*
-- columns: plan_id, query_plan_hash, initial_compile_start_time
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-columns: All three never change while an epoch lasts.
SELECT /* tidegate:sentinels */
    p.plan_id, p.query_plan_hash, p.initial_compile_start_time
FROM {db}.sys.query_store_plan AS p
WHERE p.plan_id IN (:plan_ids)
ORDER BY p.plan_id
OPTION (MAXDOP 1);
