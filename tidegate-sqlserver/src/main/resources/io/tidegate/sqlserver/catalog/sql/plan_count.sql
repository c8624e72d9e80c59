-- name: plan_count
-- reads: query_store_plan
-- params: first_plan_id bigint, last_plan_id bigint
-- columns: plan_count
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-count: Ids are given in turn, so that a range with fewer plans than ids has lost some.
SELECT /* tidegate:plan_count */
    COUNT_BIG(*) AS plan_count
FROM {db}.sys.query_store_plan AS p
WHERE p.plan_id BETWEEN :first_plan_id AND :last_plan_id
ORDER BY plan_count
OPTION (MAXDOP 1);
