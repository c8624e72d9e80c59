-- Version 1 of the logical schema (docs/schema.md), in the schema that the search path names first.
-- Keys begin with the home server (or the server), so that the tables can be distributed by it.

CREATE TABLE server (
    server_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE
);

CREATE SEQUENCE lineage_number AS integer;

CREATE TABLE series (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    server_id integer NOT NULL,
    database_name text NOT NULL,
    source_database_id integer NOT NULL,
    first_contact timestamptz NOT NULL,
    source_now timestamptz NOT NULL,
    is_current boolean NOT NULL,
    actual_state integer,
    readonly_reason integer,
    flush_interval_seconds bigint,
    interval_length_minutes bigint,
    stale_query_threshold_days bigint,
    current_storage_size_mb bigint,
    max_storage_size_mb bigint,
    size_based_cleanup boolean,
    PRIMARY KEY (home, lineage, epoch)
) WITH (fillfactor = 70);

-- A lineage has one current epoch.
CREATE UNIQUE INDEX series_current ON series (home, lineage) WHERE is_current;
CREATE INDEX series_by_server ON series (server_id, database_name) WHERE is_current;

CREATE TABLE ledger_interval (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    kind text NOT NULL,
    interval_id bigint NOT NULL,
    start_time timestamptz NOT NULL,
    end_time timestamptz NOT NULL,
    state text NOT NULL,
    gone_reason text NOT NULL,
    gone_at timestamptz,
    flags integer NOT NULL,
    row_count bigint,
    executions bigint,
    cpu_micros bigint,
    duration_micros bigint,
    checksum bigint,
    revision bigint NOT NULL,
    held_at timestamptz,
    verified_at timestamptz,
    next_count_at timestamptz,
    torn_reads integer NOT NULL,
    torn_checksum bigint NOT NULL,
    torn_at timestamptz,
    PRIMARY KEY (home, lineage, epoch, kind, interval_id)
) WITH (fillfactor = 85);

-- What is still to be read; what retention looks through; what an answer over a span looks through.
CREATE INDEX ledger_unheld ON ledger_interval (home, lineage, epoch, kind, start_time) WHERE state = 'LISTED';
CREATE INDEX ledger_held_by_end ON ledger_interval (end_time, interval_id) WHERE state = 'HELD';
CREATE INDEX ledger_by_end ON ledger_interval (home, lineage, end_time);

CREATE TABLE band (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    kind text NOT NULL,
    first_interval_id bigint NOT NULL,
    last_interval_id bigint NOT NULL,
    phase text NOT NULL,
    cursor_interval_id bigint,
    cursor_replica_group_id bigint,
    cursor_plan_id bigint,
    cursor_execution_type integer,
    attempts integer NOT NULL,
    revision bigint NOT NULL,
    staged_rows bigint NOT NULL,
    by_plan boolean NOT NULL,
    split_keys bigint NOT NULL,
    checksum bigint NOT NULL,
    term bigint NOT NULL,
    PRIMARY KEY (home, lineage, epoch, kind, first_interval_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Rows come and go: vacuum by count, not by share.
CREATE TABLE stage (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    kind text NOT NULL,
    band_first_interval_id bigint NOT NULL,
    interval_id bigint NOT NULL,
    replica_group_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    execution_type integer NOT NULL,
    first_execution_ticks bigint NOT NULL,
    last_execution_ticks bigint NOT NULL,
    count_executions bigint NOT NULL,
    avg_duration double precision,
    last_duration bigint,
    min_duration bigint,
    max_duration bigint,
    stdev_duration double precision,
    avg_cpu_time double precision,
    last_cpu_time bigint,
    min_cpu_time bigint,
    max_cpu_time bigint,
    stdev_cpu_time double precision,
    avg_logical_io_reads double precision,
    last_logical_io_reads bigint,
    min_logical_io_reads bigint,
    max_logical_io_reads bigint,
    stdev_logical_io_reads double precision,
    avg_logical_io_writes double precision,
    last_logical_io_writes bigint,
    min_logical_io_writes bigint,
    max_logical_io_writes bigint,
    stdev_logical_io_writes double precision,
    avg_physical_io_reads double precision,
    last_physical_io_reads bigint,
    min_physical_io_reads bigint,
    max_physical_io_reads bigint,
    stdev_physical_io_reads double precision,
    avg_clr_time double precision,
    last_clr_time bigint,
    min_clr_time bigint,
    max_clr_time bigint,
    stdev_clr_time double precision,
    avg_dop double precision,
    last_dop bigint,
    min_dop bigint,
    max_dop bigint,
    stdev_dop double precision,
    avg_query_max_used_memory double precision,
    last_query_max_used_memory bigint,
    min_query_max_used_memory bigint,
    max_query_max_used_memory bigint,
    stdev_query_max_used_memory double precision,
    avg_rowcount double precision,
    last_rowcount bigint,
    min_rowcount bigint,
    max_rowcount bigint,
    stdev_rowcount double precision,
    avg_num_physical_io_reads double precision,
    last_num_physical_io_reads bigint,
    min_num_physical_io_reads bigint,
    max_num_physical_io_reads bigint,
    stdev_num_physical_io_reads double precision,
    avg_log_bytes_used double precision,
    last_log_bytes_used bigint,
    min_log_bytes_used bigint,
    max_log_bytes_used bigint,
    stdev_log_bytes_used double precision,
    avg_tempdb_space_used double precision,
    last_tempdb_space_used bigint,
    min_tempdb_space_used bigint,
    max_tempdb_space_used bigint,
    stdev_tempdb_space_used double precision,
    avg_page_server_io_reads double precision,
    last_page_server_io_reads bigint,
    min_page_server_io_reads bigint,
    max_page_server_io_reads bigint,
    stdev_page_server_io_reads double precision
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- A row that is staged twice is refused here, before it could stand in the way of its band.
CREATE UNIQUE INDEX stage_natural_key ON stage (home, lineage, epoch, kind, band_first_interval_id, interval_id,
    replica_group_id, plan_id, execution_type);

-- Partitions are made by the store as months come up, named runtime_stats_YYYY_MM, in UTC.
CREATE TABLE runtime_stats (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    interval_start timestamptz NOT NULL,
    server_id integer NOT NULL,
    interval_id bigint NOT NULL,
    replica_group_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    execution_type integer NOT NULL,
    first_execution_ticks bigint NOT NULL,
    last_execution_ticks bigint NOT NULL,
    count_executions bigint NOT NULL,
    avg_duration double precision,
    last_duration bigint,
    min_duration bigint,
    max_duration bigint,
    stdev_duration double precision,
    avg_cpu_time double precision,
    last_cpu_time bigint,
    min_cpu_time bigint,
    max_cpu_time bigint,
    stdev_cpu_time double precision,
    avg_logical_io_reads double precision,
    last_logical_io_reads bigint,
    min_logical_io_reads bigint,
    max_logical_io_reads bigint,
    stdev_logical_io_reads double precision,
    avg_logical_io_writes double precision,
    last_logical_io_writes bigint,
    min_logical_io_writes bigint,
    max_logical_io_writes bigint,
    stdev_logical_io_writes double precision,
    avg_physical_io_reads double precision,
    last_physical_io_reads bigint,
    min_physical_io_reads bigint,
    max_physical_io_reads bigint,
    stdev_physical_io_reads double precision,
    avg_clr_time double precision,
    last_clr_time bigint,
    min_clr_time bigint,
    max_clr_time bigint,
    stdev_clr_time double precision,
    avg_dop double precision,
    last_dop bigint,
    min_dop bigint,
    max_dop bigint,
    stdev_dop double precision,
    avg_query_max_used_memory double precision,
    last_query_max_used_memory bigint,
    min_query_max_used_memory bigint,
    max_query_max_used_memory bigint,
    stdev_query_max_used_memory double precision,
    avg_rowcount double precision,
    last_rowcount bigint,
    min_rowcount bigint,
    max_rowcount bigint,
    stdev_rowcount double precision,
    avg_num_physical_io_reads double precision,
    last_num_physical_io_reads bigint,
    min_num_physical_io_reads bigint,
    max_num_physical_io_reads bigint,
    stdev_num_physical_io_reads double precision,
    avg_log_bytes_used double precision,
    last_log_bytes_used bigint,
    min_log_bytes_used bigint,
    max_log_bytes_used bigint,
    stdev_log_bytes_used double precision,
    avg_tempdb_space_used double precision,
    last_tempdb_space_used bigint,
    min_tempdb_space_used bigint,
    max_tempdb_space_used bigint,
    stdev_tempdb_space_used double precision,
    avg_page_server_io_reads double precision,
    last_page_server_io_reads bigint,
    min_page_server_io_reads bigint,
    max_page_server_io_reads bigint,
    stdev_page_server_io_reads double precision,
    PRIMARY KEY (home, lineage, epoch, interval_start, interval_id, replica_group_id, plan_id, execution_type)
) PARTITION BY RANGE (interval_start);

CREATE TABLE peek (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    peek_number bigint NOT NULL,
    is_current boolean NOT NULL,
    interval_id bigint NOT NULL,
    replica_group_id bigint NOT NULL,
    plan_id bigint NOT NULL,
    execution_type integer NOT NULL,
    first_execution_ticks bigint NOT NULL,
    last_execution_ticks bigint NOT NULL,
    count_executions bigint NOT NULL,
    avg_duration double precision,
    last_duration bigint,
    min_duration bigint,
    max_duration bigint,
    stdev_duration double precision,
    avg_cpu_time double precision,
    last_cpu_time bigint,
    min_cpu_time bigint,
    max_cpu_time bigint,
    stdev_cpu_time double precision,
    avg_logical_io_reads double precision,
    last_logical_io_reads bigint,
    min_logical_io_reads bigint,
    max_logical_io_reads bigint,
    stdev_logical_io_reads double precision,
    avg_logical_io_writes double precision,
    last_logical_io_writes bigint,
    min_logical_io_writes bigint,
    max_logical_io_writes bigint,
    stdev_logical_io_writes double precision,
    avg_physical_io_reads double precision,
    last_physical_io_reads bigint,
    min_physical_io_reads bigint,
    max_physical_io_reads bigint,
    stdev_physical_io_reads double precision,
    avg_clr_time double precision,
    last_clr_time bigint,
    min_clr_time bigint,
    max_clr_time bigint,
    stdev_clr_time double precision,
    avg_dop double precision,
    last_dop bigint,
    min_dop bigint,
    max_dop bigint,
    stdev_dop double precision,
    avg_query_max_used_memory double precision,
    last_query_max_used_memory bigint,
    min_query_max_used_memory bigint,
    max_query_max_used_memory bigint,
    stdev_query_max_used_memory double precision,
    avg_rowcount double precision,
    last_rowcount bigint,
    min_rowcount bigint,
    max_rowcount bigint,
    stdev_rowcount double precision,
    avg_num_physical_io_reads double precision,
    last_num_physical_io_reads bigint,
    min_num_physical_io_reads bigint,
    max_num_physical_io_reads bigint,
    stdev_num_physical_io_reads double precision,
    avg_log_bytes_used double precision,
    last_log_bytes_used bigint,
    min_log_bytes_used bigint,
    max_log_bytes_used bigint,
    stdev_log_bytes_used double precision,
    avg_tempdb_space_used double precision,
    last_tempdb_space_used bigint,
    min_tempdb_space_used bigint,
    max_tempdb_space_used bigint,
    stdev_tempdb_space_used double precision,
    avg_page_server_io_reads double precision,
    last_page_server_io_reads bigint,
    min_page_server_io_reads bigint,
    max_page_server_io_reads bigint,
    stdev_page_server_io_reads double precision
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

CREATE UNIQUE INDEX peek_natural_key ON peek (home, lineage, epoch, interval_id, peek_number, replica_group_id,
    plan_id, execution_type);

CREATE TABLE plan_identity (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    plan_id bigint NOT NULL,
    query_id bigint NOT NULL,
    query_text_id bigint NOT NULL,
    context_settings_id bigint NOT NULL,
    object_id bigint NOT NULL,
    query_hash bigint NOT NULL,
    query_plan_hash bigint NOT NULL,
    initial_compile_ticks bigint NOT NULL,
    is_forced_plan boolean NOT NULL,
    PRIMARY KEY (home, lineage, epoch, plan_id)
);

CREATE INDEX plan_identity_by_text ON plan_identity (home, lineage, epoch, query_text_id);

CREATE TABLE text_ref (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    query_text_id bigint NOT NULL,
    content_hash bytea,
    PRIMARY KEY (home, lineage, epoch, query_text_id)
);

CREATE TABLE plan_ref (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    plan_id bigint NOT NULL,
    content_hash bytea,
    source_bytes bigint NOT NULL,
    PRIMARY KEY (home, lineage, epoch, plan_id)
);

-- codec: 0 plain UTF-8, 3 plain UTF-16LE (texts that UTF-8 or a text value of PostgreSQL cannot hold). TOAST compresses.
CREATE TABLE content (
    content_hash bytea PRIMARY KEY,
    codec integer NOT NULL,
    plain_bytes bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE stretch (
    server_id integer NOT NULL,
    database_name text NOT NULL,
    word text NOT NULL,
    from_time timestamptz NOT NULL,
    to_time timestamptz NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (server_id, database_name, word, from_time)
);

CREATE TABLE lease (
    server_id integer NOT NULL,
    purpose text NOT NULL,
    database_name text NOT NULL,
    from_time timestamptz,
    to_time timestamptz,
    node text NOT NULL,
    session_id integer,
    asked timestamptz NOT NULL,
    got timestamptz,
    ended timestamptz NOT NULL,
    ending text NOT NULL,
    deferred_kind text,
    deferred_by text,
    deferred_since timestamptz,
    is_abandoned boolean NOT NULL,
    rows_read bigint NOT NULL,
    bytes_read bigint NOT NULL,
    cpu_ms bigint NOT NULL,
    logical_reads bigint NOT NULL,
    writes bigint NOT NULL,
    is_estimated boolean NOT NULL
);

CREATE INDEX lease_by_server ON lease (server_id, asked);
CREATE INDEX lease_by_time ON lease (asked);

-- login_time and instance_start are tokens in the server's own time, never converted.
CREATE TABLE intent (
    server_id integer NOT NULL,
    session_id integer NOT NULL,
    login_time timestamp NOT NULL,
    instance_name text NOT NULL,
    instance_start timestamp NOT NULL,
    stored_at timestamptz NOT NULL,
    PRIMARY KEY (server_id, session_id, login_time, instance_name, instance_start)
);

-- UTF-16LE as text; a unit that no text value can hold is shown as U+FFFD.
CREATE FUNCTION tidegate_utf16(body bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    shown text := '';
    unit integer;
    low integer;
    pos integer := 0;
BEGIN
    WHILE pos + 1 < length(body) LOOP
        unit := get_byte(body, pos) + 256 * get_byte(body, pos + 1);
        pos := pos + 2;
        low := 0;
        IF unit BETWEEN 55296 AND 56319 AND pos + 1 < length(body) THEN
            low := get_byte(body, pos) + 256 * get_byte(body, pos + 1);
        END IF;
        IF low BETWEEN 56320 AND 57343 THEN
            shown := shown || chr(65536 + (unit - 55296) * 1024 + low - 56320);
            pos := pos + 2;
        ELSIF unit = 0 OR unit BETWEEN 55296 AND 57343 THEN
            shown := shown || chr(65533);
        ELSE
            shown := shown || chr(unit);
        END IF;
    END LOOP;
    RETURN shown;
END $$;

CREATE FUNCTION tidegate_text(codec integer, body bytea) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN CASE codec WHEN 0 THEN convert_from(body, 'UTF8') ELSE tidegate_utf16(body) END;

-- Ticks of 100 ns since 1970, to the microsecond.
CREATE FUNCTION tidegate_instant(ticks bigint) RETURNS timestamptz LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN timestamptz '1970-01-01 00:00:00+00' + (ticks / 10) * interval '1 microsecond';

-- What readers may see of the rows: held ones, and the current peek of each other interval.
CREATE VIEW seen_runtime_stats AS
    SELECT
        s.home,
        s.lineage,
        s.epoch,
        s.interval_id,
        s.replica_group_id,
        s.plan_id,
        s.execution_type,
        s.first_execution_ticks,
        s.last_execution_ticks,
        s.count_executions,
        s.avg_duration,
        s.last_duration,
        s.min_duration,
        s.max_duration,
        s.stdev_duration,
        s.avg_cpu_time,
        s.last_cpu_time,
        s.min_cpu_time,
        s.max_cpu_time,
        s.stdev_cpu_time,
        s.avg_logical_io_reads,
        s.last_logical_io_reads,
        s.min_logical_io_reads,
        s.max_logical_io_reads,
        s.stdev_logical_io_reads,
        s.avg_logical_io_writes,
        s.last_logical_io_writes,
        s.min_logical_io_writes,
        s.max_logical_io_writes,
        s.stdev_logical_io_writes,
        s.avg_physical_io_reads,
        s.last_physical_io_reads,
        s.min_physical_io_reads,
        s.max_physical_io_reads,
        s.stdev_physical_io_reads,
        s.avg_clr_time,
        s.last_clr_time,
        s.min_clr_time,
        s.max_clr_time,
        s.stdev_clr_time,
        s.avg_dop,
        s.last_dop,
        s.min_dop,
        s.max_dop,
        s.stdev_dop,
        s.avg_query_max_used_memory,
        s.last_query_max_used_memory,
        s.min_query_max_used_memory,
        s.max_query_max_used_memory,
        s.stdev_query_max_used_memory,
        s.avg_rowcount,
        s.last_rowcount,
        s.min_rowcount,
        s.max_rowcount,
        s.stdev_rowcount,
        s.avg_num_physical_io_reads,
        s.last_num_physical_io_reads,
        s.min_num_physical_io_reads,
        s.max_num_physical_io_reads,
        s.stdev_num_physical_io_reads,
        s.avg_log_bytes_used,
        s.last_log_bytes_used,
        s.min_log_bytes_used,
        s.max_log_bytes_used,
        s.stdev_log_bytes_used,
        s.avg_tempdb_space_used,
        s.last_tempdb_space_used,
        s.min_tempdb_space_used,
        s.max_tempdb_space_used,
        s.stdev_tempdb_space_used,
        s.avg_page_server_io_reads,
        s.last_page_server_io_reads,
        s.min_page_server_io_reads,
        s.max_page_server_io_reads,
        s.stdev_page_server_io_reads
    FROM runtime_stats s
    UNION ALL
    SELECT
        s.home,
        s.lineage,
        s.epoch,
        s.interval_id,
        s.replica_group_id,
        s.plan_id,
        s.execution_type,
        s.first_execution_ticks,
        s.last_execution_ticks,
        s.count_executions,
        s.avg_duration,
        s.last_duration,
        s.min_duration,
        s.max_duration,
        s.stdev_duration,
        s.avg_cpu_time,
        s.last_cpu_time,
        s.min_cpu_time,
        s.max_cpu_time,
        s.stdev_cpu_time,
        s.avg_logical_io_reads,
        s.last_logical_io_reads,
        s.min_logical_io_reads,
        s.max_logical_io_reads,
        s.stdev_logical_io_reads,
        s.avg_logical_io_writes,
        s.last_logical_io_writes,
        s.min_logical_io_writes,
        s.max_logical_io_writes,
        s.stdev_logical_io_writes,
        s.avg_physical_io_reads,
        s.last_physical_io_reads,
        s.min_physical_io_reads,
        s.max_physical_io_reads,
        s.stdev_physical_io_reads,
        s.avg_clr_time,
        s.last_clr_time,
        s.min_clr_time,
        s.max_clr_time,
        s.stdev_clr_time,
        s.avg_dop,
        s.last_dop,
        s.min_dop,
        s.max_dop,
        s.stdev_dop,
        s.avg_query_max_used_memory,
        s.last_query_max_used_memory,
        s.min_query_max_used_memory,
        s.max_query_max_used_memory,
        s.stdev_query_max_used_memory,
        s.avg_rowcount,
        s.last_rowcount,
        s.min_rowcount,
        s.max_rowcount,
        s.stdev_rowcount,
        s.avg_num_physical_io_reads,
        s.last_num_physical_io_reads,
        s.min_num_physical_io_reads,
        s.max_num_physical_io_reads,
        s.stdev_num_physical_io_reads,
        s.avg_log_bytes_used,
        s.last_log_bytes_used,
        s.min_log_bytes_used,
        s.max_log_bytes_used,
        s.stdev_log_bytes_used,
        s.avg_tempdb_space_used,
        s.last_tempdb_space_used,
        s.min_tempdb_space_used,
        s.max_tempdb_space_used,
        s.stdev_tempdb_space_used,
        s.avg_page_server_io_reads,
        s.last_page_server_io_reads,
        s.min_page_server_io_reads,
        s.max_page_server_io_reads,
        s.stdev_page_server_io_reads
    FROM peek s
    WHERE s.is_current;

CREATE VIEW query_store_runtime_stats AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.plan_id,
    s.interval_id AS runtime_stats_interval_id,
    s.execution_type,
    CASE s.execution_type WHEN 0 THEN 'Regular' WHEN 3 THEN 'Aborted' WHEN 4 THEN 'Exception' END AS execution_type_desc,
    tidegate_instant(s.first_execution_ticks) AS first_execution_time,
    tidegate_instant(s.last_execution_ticks) AS last_execution_time,
    s.count_executions,
    s.avg_duration,
    s.last_duration,
    s.min_duration,
    s.max_duration,
    s.stdev_duration,
    s.avg_cpu_time,
    s.last_cpu_time,
    s.min_cpu_time,
    s.max_cpu_time,
    s.stdev_cpu_time,
    s.avg_logical_io_reads,
    s.last_logical_io_reads,
    s.min_logical_io_reads,
    s.max_logical_io_reads,
    s.stdev_logical_io_reads,
    s.avg_logical_io_writes,
    s.last_logical_io_writes,
    s.min_logical_io_writes,
    s.max_logical_io_writes,
    s.stdev_logical_io_writes,
    s.avg_physical_io_reads,
    s.last_physical_io_reads,
    s.min_physical_io_reads,
    s.max_physical_io_reads,
    s.stdev_physical_io_reads,
    s.avg_clr_time,
    s.last_clr_time,
    s.min_clr_time,
    s.max_clr_time,
    s.stdev_clr_time,
    s.avg_dop,
    s.last_dop,
    s.min_dop,
    s.max_dop,
    s.stdev_dop,
    s.avg_query_max_used_memory,
    s.last_query_max_used_memory,
    s.min_query_max_used_memory,
    s.max_query_max_used_memory,
    s.stdev_query_max_used_memory,
    s.avg_rowcount,
    s.last_rowcount,
    s.min_rowcount,
    s.max_rowcount,
    s.stdev_rowcount,
    s.avg_num_physical_io_reads,
    s.last_num_physical_io_reads,
    s.min_num_physical_io_reads,
    s.max_num_physical_io_reads,
    s.stdev_num_physical_io_reads,
    s.avg_log_bytes_used,
    s.last_log_bytes_used,
    s.min_log_bytes_used,
    s.max_log_bytes_used,
    s.stdev_log_bytes_used,
    s.avg_tempdb_space_used,
    s.last_tempdb_space_used,
    s.min_tempdb_space_used,
    s.max_tempdb_space_used,
    s.stdev_tempdb_space_used,
    s.avg_page_server_io_reads,
    s.last_page_server_io_reads,
    s.min_page_server_io_reads,
    s.max_page_server_io_reads,
    s.stdev_page_server_io_reads,
    s.replica_group_id
FROM seen_runtime_stats s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id;

CREATE VIEW query_store_runtime_stats_interval AS
SELECT
    v.name AS server_name,
    d.database_name,
    i.epoch,
    i.interval_id AS runtime_stats_interval_id,
    i.start_time,
    i.end_time,
    i.state
FROM ledger_interval i
JOIN series d ON d.home = i.home AND d.lineage = i.lineage AND d.epoch = i.epoch
JOIN server v ON v.server_id = d.server_id
WHERE i.kind = 'RUNTIME';

CREATE VIEW query_store_query AS
SELECT DISTINCT ON (p.home, p.lineage, p.epoch, p.query_id)
    v.name AS server_name,
    d.database_name,
    p.epoch,
    p.query_id,
    p.query_text_id,
    p.context_settings_id,
    p.object_id,
    int8send(p.query_hash) AS query_hash
FROM plan_identity p
JOIN series d ON d.home = p.home AND d.lineage = p.lineage AND d.epoch = p.epoch
JOIN server v ON v.server_id = d.server_id
ORDER BY p.home, p.lineage, p.epoch, p.query_id, p.plan_id;

CREATE VIEW query_store_query_text AS
SELECT
    v.name AS server_name,
    d.database_name,
    q.epoch,
    q.query_text_id,
    tidegate_text(c.codec, c.body) AS query_sql_text
FROM (SELECT DISTINCT home, lineage, epoch, query_text_id FROM plan_identity) q
JOIN series d ON d.home = q.home AND d.lineage = q.lineage AND d.epoch = q.epoch
JOIN server v ON v.server_id = d.server_id
LEFT JOIN text_ref t ON t.home = q.home AND t.lineage = q.lineage AND t.epoch = q.epoch
    AND t.query_text_id = q.query_text_id
LEFT JOIN content c ON c.content_hash = t.content_hash;

CREATE VIEW query_store_plan AS
SELECT
    v.name AS server_name,
    d.database_name,
    p.epoch,
    p.plan_id,
    p.query_id,
    int8send(p.query_plan_hash) AS query_plan_hash,
    tidegate_text(c.codec, c.body) AS query_plan,
    p.is_forced_plan,
    tidegate_instant(p.initial_compile_ticks) AS initial_compile_start_time
FROM plan_identity p
JOIN series d ON d.home = p.home AND d.lineage = p.lineage AND d.epoch = p.epoch
JOIN server v ON v.server_id = d.server_id
LEFT JOIN plan_ref x ON x.home = p.home AND x.lineage = p.lineage AND x.epoch = p.epoch AND x.plan_id = p.plan_id
LEFT JOIN content c ON c.content_hash = x.content_hash;

-- Opens a cursor for a user's statement; PostgreSQL itself sees to it that it is one, and gives rows.
CREATE FUNCTION tidegate_open(statement text) RETURNS refcursor LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
    opened refcursor;
BEGIN
    OPEN opened NO SCROLL FOR EXECUTE statement;
    RETURN opened;
END $$;
