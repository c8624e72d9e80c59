-- name: query_identities
-- reads: query_store_query
-- params: query_ids bigint*
-- columns: query_id, query_text_id, context_settings_id, object_id, query_hash
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
SELECT /* tidegate:query_identities */
    q.query_id, q.query_text_id, q.context_settings_id, q.object_id, q.query_hash
FROM {db}.sys.query_store_query AS q
WHERE q.query_id IN (:query_ids)
ORDER BY q.query_id
OPTION (MAXDOP 1);
