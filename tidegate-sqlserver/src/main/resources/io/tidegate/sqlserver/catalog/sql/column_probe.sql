-- name: column_probe
-- reads: none
-- params: none
-- columns: has_num_physical_io_reads, has_page_server_io_reads, has_replica_group_id, has_wait_stats, has_wait_replica_group_id
-- since: 13
-- permission: none
-- why-probe: Azure SQL Database and Managed Instance call themselves version 12, so the version tells nothing
-- why-probe: there.
SELECT /* tidegate:column_probe */
    CASE WHEN COLUMNPROPERTY(OBJECT_ID(N'sys.query_store_runtime_stats'), 'avg_num_physical_io_reads', 'ColumnId')
        IS NULL THEN 0 ELSE 1 END AS has_num_physical_io_reads,
    CASE WHEN COLUMNPROPERTY(OBJECT_ID(N'sys.query_store_runtime_stats'), 'avg_page_server_io_reads', 'ColumnId')
        IS NULL THEN 0 ELSE 1 END AS has_page_server_io_reads,
    CASE WHEN COLUMNPROPERTY(OBJECT_ID(N'sys.query_store_runtime_stats'), 'replica_group_id', 'ColumnId')
        IS NULL THEN 0 ELSE 1 END AS has_replica_group_id,
    CASE WHEN OBJECT_ID(N'sys.query_store_wait_stats') IS NULL THEN 0 ELSE 1 END AS has_wait_stats,
    CASE WHEN COLUMNPROPERTY(OBJECT_ID(N'sys.query_store_wait_stats'), 'replica_group_id', 'ColumnId')
        IS NULL THEN 0 ELSE 1 END AS has_wait_replica_group_id;
