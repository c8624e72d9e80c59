-- name: query_texts
-- reads: query_store_query_text
-- params: cap_bytes bigint, query_text_ids bigint*
-- columns: query_text_id, text_bytes, query_sql_text
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE; the documentation asks for the server-wide right, probes did not need it
-- why-bytes: As bytes, UTF-16LE: of an unpaired surrogate the driver's own decoder makes U+FFFD, and swallows what
-- why-bytes: stands behind it.
-- why-no-order: The server would sort rows that carry the whole text, behind a memory grant; nobody needs an order.
SELECT /* tidegate:query_texts */
    t.query_text_id,
    DATALENGTH(t.query_sql_text) AS text_bytes,
    CASE WHEN DATALENGTH(t.query_sql_text) <= :cap_bytes THEN CONVERT(varbinary(max), t.query_sql_text) END AS query_sql_text
FROM {db}.sys.query_store_query_text AS t
WHERE t.query_text_id IN (:query_text_ids)
OPTION (MAXDOP 1);
