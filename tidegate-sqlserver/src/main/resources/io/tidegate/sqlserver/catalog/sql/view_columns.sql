-- name: view_columns
-- reads: all_objects, all_columns
-- params: none
-- columns: view_name, column_name
-- since: 13
-- permission: none
-- why-probe: Azure SQL Database and Managed Instance call themselves version 12, and lack other views than box versions do.
SELECT /* tidegate:view_columns */
    o.name AS view_name, c.name AS column_name
FROM sys.all_objects AS o
JOIN sys.all_columns AS c ON c.object_id = o.object_id
WHERE o.schema_id = 4
  AND o.name IN (N'database_query_store_options', N'query_store_query', N'query_context_settings', N'query_store_plan',
                 N'query_store_query_hints', N'query_store_query_variant', N'query_store_plan_feedback',
                 N'query_store_replicas', N'query_store_plan_forcing_locations', N'dm_db_tuning_recommendations')
OPTION (MAXDOP 1);
