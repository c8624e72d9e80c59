-- Version 9 of the logical schema, which has nothing new: old months of facts stand in Parquet files of the archive.

-- The files that count. What else lies in the folder is a leftover.
CREATE TABLE archive_file (
    archive_id INTEGER PRIMARY KEY,
    kind VARCHAR NOT NULL,
    month VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    first_start TIMESTAMPTZ NOT NULL,
    last_end TIMESTAMPTZ NOT NULL,
    row_count BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    archived_at TIMESTAMPTZ NOT NULL
);

-- The file that has an interval's rows; NULL while they stand in the table.
ALTER TABLE ledger_interval ADD COLUMN archive_id INTEGER;

-- Intervals whose rows in a file do not count any more: they were taken back into the table, or have expired.
CREATE TABLE archive_unseen (
    archive_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    interval_id BIGINT NOT NULL
);

-- Made anew with each change of the files, and when the store is opened, since they name the files by their paths.
CREATE VIEW archived_runtime_stats AS SELECT * FROM runtime_stats WHERE false;
CREATE VIEW archived_wait_stats AS SELECT * FROM wait_stats WHERE false;

-- What readers may see of the rows without the archive: held ones, and the current peek of each other interval.
CREATE VIEW recent_runtime_stats AS
    SELECT s.* EXCLUDE (interval_start, server_id, band_number) FROM runtime_stats s
    ANTI JOIN band b ON b.band_number = s.band_number
    UNION ALL BY NAME
    SELECT p.* EXCLUDE (peek_number, is_current) FROM peek p WHERE p.is_current;

CREATE OR REPLACE VIEW seen_runtime_stats AS
    SELECT * FROM recent_runtime_stats
    UNION ALL BY NAME
    SELECT a.* EXCLUDE (interval_start, server_id, band_number) FROM archived_runtime_stats a;

CREATE VIEW seen_wait_stats AS
    SELECT s.* EXCLUDE (interval_start, server_id, band_number) FROM wait_stats s
    ANTI JOIN band b ON b.band_number = s.band_number
    UNION ALL BY NAME
    SELECT a.* EXCLUDE (interval_start, server_id, band_number) FROM archived_wait_stats a;

CREATE OR REPLACE VIEW query_store_wait_stats AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.plan_id,
    s.interval_id AS runtime_stats_interval_id,
    s.wait_category,
    CASE s.wait_category
        WHEN 0 THEN 'Unknown'
        WHEN 1 THEN 'CPU'
        WHEN 2 THEN 'Worker Thread'
        WHEN 3 THEN 'Lock'
        WHEN 4 THEN 'Latch'
        WHEN 5 THEN 'Buffer Latch'
        WHEN 6 THEN 'Buffer IO'
        WHEN 7 THEN 'Compilation'
        WHEN 8 THEN 'SQL CLR'
        WHEN 9 THEN 'Mirroring'
        WHEN 10 THEN 'Transaction'
        WHEN 11 THEN 'Idle'
        WHEN 12 THEN 'Preemptive'
        WHEN 13 THEN 'Service Broker'
        WHEN 14 THEN 'Tran Log IO'
        WHEN 15 THEN 'Network IO'
        WHEN 16 THEN 'Parallelism'
        WHEN 17 THEN 'Memory'
        WHEN 18 THEN 'User Wait'
        WHEN 19 THEN 'Tracing'
        WHEN 20 THEN 'Full Text Search'
        WHEN 21 THEN 'Other Disk IO'
        WHEN 22 THEN 'Replication'
        WHEN 23 THEN 'Log Rate Governor'
    END AS wait_category_desc,
    s.execution_type,
    CASE s.execution_type WHEN 0 THEN 'Regular' WHEN 3 THEN 'Aborted' WHEN 4 THEN 'Exception' END AS execution_type_desc,
    s.total_query_wait_time_ms,
    s.avg_query_wait_time_ms,
    s.last_query_wait_time_ms,
    s.min_query_wait_time_ms,
    s.max_query_wait_time_ms,
    s.stdev_query_wait_time_ms,
    s.replica_group_id
FROM seen_wait_stats s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE NOT EXISTS (SELECT 1 FROM ledger_interval i WHERE i.home = s.home AND i.lineage = s.lineage AND i.epoch = s.epoch
    AND i.kind = 'WAITS' AND i.interval_id = s.interval_id AND i.flags & 32 <> 0);
