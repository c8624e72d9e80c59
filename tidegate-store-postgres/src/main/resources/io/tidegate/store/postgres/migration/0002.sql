-- Version 2 of the logical schema: wait stats.

ALTER TABLE ledger_interval ADD COLUMN wait_millis bigint;
ALTER TABLE band ADD COLUMN cursor_wait_category integer;

-- Rows come and go: vacuum by count, not by share.
CREATE TABLE wait_stage (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    band_first_interval_id bigint NOT NULL,
    interval_id bigint NOT NULL,
    replica_group_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    wait_category integer NOT NULL,
    execution_type integer NOT NULL,
    total_query_wait_time_ms bigint NOT NULL,
    avg_query_wait_time_ms double precision,
    last_query_wait_time_ms bigint NOT NULL,
    min_query_wait_time_ms bigint NOT NULL,
    max_query_wait_time_ms bigint NOT NULL,
    stdev_query_wait_time_ms double precision
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- A row that is staged twice is refused here, before it could stand in the way of its band.
CREATE UNIQUE INDEX wait_stage_natural_key ON wait_stage (home, lineage, epoch, band_first_interval_id, interval_id,
    replica_group_id, plan_id, wait_category, execution_type);

-- Partitions are made by the store as months come up, named wait_stats_YYYY_MM, in UTC.
CREATE TABLE wait_stats (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    interval_start timestamptz NOT NULL,
    server_id integer NOT NULL,
    interval_id bigint NOT NULL,
    replica_group_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    wait_category integer NOT NULL,
    execution_type integer NOT NULL,
    total_query_wait_time_ms bigint NOT NULL,
    avg_query_wait_time_ms double precision,
    last_query_wait_time_ms bigint NOT NULL,
    min_query_wait_time_ms bigint NOT NULL,
    max_query_wait_time_ms bigint NOT NULL,
    stdev_query_wait_time_ms double precision,
    PRIMARY KEY (home, lineage, epoch, interval_start, interval_id, replica_group_id, plan_id, wait_category,
        execution_type)
) PARTITION BY RANGE (interval_start);

CREATE VIEW query_store_wait_stats AS
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
FROM wait_stats s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id;
