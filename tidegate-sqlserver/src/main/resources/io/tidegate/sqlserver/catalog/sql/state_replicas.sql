-- name: state_replicas
-- reads: query_store_replicas
-- params: max_rows int
-- columns: replica_group_id, role_type, replica_name
-- since: 16
-- permission: VIEW DATABASE STATE in the database
-- why-limit: One row more than is kept is asked for: a result that is cut is no reading of the whole.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_replicas */
    s.replica_group_id, s.role_type, {?s.replica_name}
FROM {db}.sys.query_store_replicas AS s
OPTION (MAXDOP 1);
