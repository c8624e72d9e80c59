-- name: query_plans
-- reads: query_store_plan
-- params: cap_bytes bigint, plan_ids bigint*
-- columns: plan_id, query_plan_hash, plan_bytes, query_plan
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-text: Never cast to xml at the server: more than 128 levels fail there (error 6335).
-- why-bytes: As bytes, UTF-16LE: of an unpaired surrogate the driver's own decoder makes U+FFFD, and swallows what
-- why-bytes: stands behind it.
-- why-no-order: The server would sort rows that carry the whole text, behind a memory grant; nobody needs an order.
SELECT /* tidegate:query_plans */
    p.plan_id,
    p.query_plan_hash,
    DATALENGTH(p.query_plan) AS plan_bytes,
    CASE WHEN DATALENGTH(p.query_plan) <= :cap_bytes THEN CONVERT(varbinary(max), p.query_plan) END AS query_plan
FROM {db}.sys.query_store_plan AS p
WHERE p.plan_id IN (:plan_ids)
OPTION (MAXDOP 1);
