-- name: object_names
-- reads: objects, schemas
-- params: object_ids bigint*
-- columns: object_id, schema_name, object_name
-- since: 13
-- permission: VIEW DEFINITION on the module, else it is not among the rows
-- why-join: OBJECT_NAME waits for whoever alters the module; these views do so for a second at most, as all we ask.
SELECT /* tidegate:object_names */
    o.object_id, c.name AS schema_name, o.name AS object_name
FROM {db}.sys.objects AS o
JOIN {db}.sys.schemas AS c ON c.schema_id = o.schema_id
WHERE o.object_id IN (:object_ids)
OPTION (MAXDOP 1);
