-- name: state_query_hints
-- reads: query_store_query_hints
-- params: max_rows int
-- columns: query_id, replica_group_id, source, query_hint_id, query_hint_text, last_query_hint_failure_reason,
-- columns: last_query_hint_failure_reason_desc, query_hint_failure_count, source_desc, comment
-- since: 16
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE; the documentation asks for the server-wide right
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_query_hints */
    s.query_id, {?s.replica_group_id}, {?s.source}, s.query_hint_id, s.query_hint_text,
    s.last_query_hint_failure_reason, s.last_query_hint_failure_reason_desc, s.query_hint_failure_count,
    {?s.source_desc}, {?s.comment}
FROM {db}.sys.query_store_query_hints AS s
ORDER BY s.query_hint_id
OPTION (MAXDOP 1);
