-- name: store_sizes
-- reads: internal_tables, dm_db_partition_stats
-- params: none
-- columns: internal_type, row_count, used_pages
-- since: 13
-- permission: VIEW DATABASE STATE and VIEW DEFINITION in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-light: What the engine keeps of its tables anyway; none of their rows is read, and no plan is unpacked to be sized.
-- why-types: 6 wait stats, 240 texts, 241 queries, 242 plans, 243 runtime stats.
SELECT /* tidegate:store_sizes */
    t.internal_type,
    SUM(CASE WHEN p.index_id < 2 THEN p.row_count ELSE 0 END) AS row_count,
    SUM(p.used_page_count) AS used_pages
FROM {db}.sys.internal_tables AS t
JOIN {db}.sys.dm_db_partition_stats AS p ON p.object_id = t.object_id
WHERE t.internal_type IN (6, 240, 241, 242, 243)
GROUP BY t.internal_type
ORDER BY t.internal_type
OPTION (MAXDOP 1);
