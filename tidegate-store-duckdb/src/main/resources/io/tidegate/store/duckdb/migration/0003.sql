-- Version 3 of the logical schema (docs/schema.md): state of Query Store over time, and events.

CREATE TABLE state_reading (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    state_table VARCHAR NOT NULL,
    is_complete BOOLEAN NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE event (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    event_time TIMESTAMPTZ NOT NULL,
    kind VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    query_id BIGINT,
    plan_id BIGINT,
    old_value VARCHAR,
    new_value VARCHAR
);

CREATE TABLE options_history (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    desired_state BIGINT,
    desired_state_desc VARCHAR,
    actual_state BIGINT,
    actual_state_desc VARCHAR,
    query_capture_mode BIGINT,
    query_capture_mode_desc VARCHAR,
    size_based_cleanup_mode BIGINT,
    size_based_cleanup_mode_desc VARCHAR,
    wait_stats_capture_mode BIGINT,
    wait_stats_capture_mode_desc VARCHAR,
    readonly_reason BIGINT,
    flush_interval_seconds BIGINT,
    interval_length_minutes BIGINT,
    max_storage_size_mb BIGINT,
    stale_query_threshold_days BIGINT,
    max_plans_per_query BIGINT,
    capture_policy_execution_count BIGINT,
    capture_policy_total_compile_cpu_time_ms BIGINT,
    capture_policy_total_execution_cpu_time_ms BIGINT,
    capture_policy_stale_threshold_hours BIGINT,
    actual_state_additional_info VARCHAR
);

CREATE TABLE query (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    query_id BIGINT NOT NULL,
    query_text_id BIGINT,
    context_settings_id BIGINT,
    object_id BIGINT,
    schema_name VARCHAR,
    object_name VARCHAR,
    batch_sql_handle VARCHAR,
    query_hash BIGINT,
    is_internal_query BOOLEAN,
    is_clouddb_internal_query BOOLEAN,
    query_parameterization_type BIGINT,
    query_parameterization_type_desc VARCHAR,
    initial_compile_ticks BIGINT,
    last_compile_ticks BIGINT,
    last_compile_batch_sql_handle VARCHAR,
    last_compile_batch_offset_start BIGINT,
    last_compile_batch_offset_end BIGINT,
    count_compiles BIGINT,
    avg_compile_duration DOUBLE,
    last_compile_duration BIGINT,
    avg_bind_duration DOUBLE,
    last_bind_duration BIGINT,
    avg_bind_cpu_time DOUBLE,
    last_bind_cpu_time BIGINT,
    avg_optimize_duration DOUBLE,
    last_optimize_duration BIGINT,
    avg_optimize_cpu_time DOUBLE,
    last_optimize_cpu_time BIGINT,
    avg_compile_memory_kb DOUBLE,
    last_compile_memory_kb BIGINT,
    max_compile_memory_kb BIGINT
);

CREATE TABLE context_settings (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    context_settings_id BIGINT NOT NULL,
    set_options VARCHAR,
    language_id BIGINT,
    date_format BIGINT,
    date_first BIGINT,
    status VARCHAR,
    required_cursor_options BIGINT,
    acceptable_cursor_options BIGINT,
    merge_action_type BIGINT,
    default_schema_id BIGINT,
    is_replication_specific BOOLEAN,
    is_contained VARCHAR
);

CREATE TABLE plan_state (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    plan_id BIGINT NOT NULL,
    query_id BIGINT,
    plan_group_id BIGINT,
    engine_version VARCHAR,
    compatibility_level BIGINT,
    query_plan_hash BIGINT,
    is_online_index_plan BOOLEAN,
    is_trivial_plan BOOLEAN,
    is_parallel_plan BOOLEAN,
    is_natively_compiled BOOLEAN,
    is_forced_plan BOOLEAN,
    force_failure_count BIGINT,
    plan_forcing_type BIGINT,
    plan_forcing_type_desc VARCHAR,
    last_force_failure_reason BIGINT,
    last_force_failure_reason_desc VARCHAR,
    plan_type BIGINT,
    plan_type_desc VARCHAR,
    has_compile_replay_script BOOLEAN,
    is_optimized_plan_forcing_disabled BOOLEAN,
    initial_compile_ticks BIGINT,
    last_compile_ticks BIGINT,
    count_compiles BIGINT,
    avg_compile_duration DOUBLE,
    last_compile_duration BIGINT
);

CREATE TABLE query_hint (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    query_id BIGINT NOT NULL,
    replica_group_id BIGINT NOT NULL,
    source BIGINT NOT NULL,
    query_hint_id BIGINT,
    query_hint_text VARCHAR,
    last_query_hint_failure_reason BIGINT,
    last_query_hint_failure_reason_desc VARCHAR,
    query_hint_failure_count BIGINT,
    source_desc VARCHAR,
    comment VARCHAR
);

CREATE TABLE query_variant (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    query_variant_query_id BIGINT NOT NULL,
    parent_query_id BIGINT NOT NULL,
    dispatcher_plan_id BIGINT NOT NULL
);

CREATE TABLE plan_feedback (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    plan_feedback_id BIGINT NOT NULL,
    plan_id BIGINT,
    feature_id BIGINT,
    feature_desc VARCHAR,
    state BIGINT,
    state_desc VARCHAR,
    feedback_data VARCHAR,
    create_time TIMESTAMPTZ,
    replica_group_id BIGINT,
    last_updated_time TIMESTAMPTZ
);

CREATE TABLE replica (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    replica_group_id BIGINT NOT NULL,
    role_type BIGINT,
    replica_name VARCHAR
);

CREATE TABLE forcing_location (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    plan_forcing_location_id BIGINT NOT NULL,
    query_id BIGINT,
    plan_id BIGINT,
    replica_group_id BIGINT,
    forced_at TIMESTAMPTZ,
    plan_forcing_type BIGINT,
    plan_forcing_type_desc VARCHAR
);

CREATE TABLE tuning_recommendation (
    home INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    valid_from TIMESTAMPTZ NOT NULL,
    valid_to TIMESTAMPTZ,
    name VARCHAR NOT NULL,
    type VARCHAR,
    reason VARCHAR,
    valid_since TIMESTAMPTZ,
    state VARCHAR,
    is_executable_action BOOLEAN,
    is_revertable_action BOOLEAN,
    execute_action_start_time TIMESTAMPTZ,
    execute_action_duration VARCHAR,
    execute_action_initiated_by VARCHAR,
    execute_action_initiated_time TIMESTAMPTZ,
    revert_action_start_time TIMESTAMPTZ,
    revert_action_duration VARCHAR,
    revert_action_initiated_by VARCHAR,
    revert_action_initiated_time TIMESTAMPTZ,
    score BIGINT,
    details VARCHAR,
    last_refresh TIMESTAMPTZ
);

CREATE OR REPLACE VIEW query_store_query AS
SELECT
    v.name AS server_name,
    d.database_name,
    d.epoch,
    coalesce(s.query_id, i.query_id) AS query_id,
    coalesce(s.query_text_id, i.query_text_id) AS query_text_id,
    coalesce(s.context_settings_id, i.context_settings_id) AS context_settings_id,
    coalesce(s.object_id, i.object_id) AS object_id,
    s.schema_name,
    s.object_name,
    unhex(s.batch_sql_handle) AS batch_sql_handle,
    unhex(printf('%016X', coalesce(s.query_hash, i.query_hash))) AS query_hash,
    s.is_internal_query,
    s.is_clouddb_internal_query,
    s.query_parameterization_type,
    s.query_parameterization_type_desc,
    make_timestamptz(s.initial_compile_ticks // 10) AS initial_compile_start_time,
    make_timestamptz(s.last_compile_ticks // 10) AS last_compile_start_time,
    unhex(s.last_compile_batch_sql_handle) AS last_compile_batch_sql_handle,
    s.last_compile_batch_offset_start,
    s.last_compile_batch_offset_end,
    s.count_compiles,
    s.avg_compile_duration,
    s.last_compile_duration,
    s.avg_bind_duration,
    s.last_bind_duration,
    s.avg_bind_cpu_time,
    s.last_bind_cpu_time,
    s.avg_optimize_duration,
    s.last_optimize_duration,
    s.avg_optimize_cpu_time,
    s.last_optimize_cpu_time,
    s.avg_compile_memory_kb,
    s.last_compile_memory_kb,
    s.max_compile_memory_kb
FROM (SELECT * FROM query WHERE valid_to IS NULL) s
FULL JOIN (SELECT home, lineage, epoch, query_id, min(query_text_id) AS query_text_id,
        min(context_settings_id) AS context_settings_id, min(object_id) AS object_id, min(query_hash) AS query_hash
    FROM plan_identity GROUP BY home, lineage, epoch, query_id) i
    ON i.home = s.home AND i.lineage = s.lineage AND i.epoch = s.epoch AND i.query_id = s.query_id
JOIN series d ON d.home = coalesce(s.home, i.home) AND d.lineage = coalesce(s.lineage, i.lineage)
    AND d.epoch = coalesce(s.epoch, i.epoch)
JOIN server v ON v.server_id = d.server_id;

CREATE OR REPLACE VIEW query_store_plan AS
SELECT
    v.name AS server_name,
    d.database_name,
    d.epoch,
    coalesce(s.plan_id, i.plan_id) AS plan_id,
    coalesce(s.query_id, i.query_id) AS query_id,
    s.plan_group_id,
    s.engine_version,
    s.compatibility_level,
    unhex(printf('%016X', coalesce(s.query_plan_hash, i.query_plan_hash))) AS query_plan_hash,
    s.is_online_index_plan,
    s.is_trivial_plan,
    s.is_parallel_plan,
    s.is_natively_compiled,
    coalesce(s.is_forced_plan, i.is_forced_plan) AS is_forced_plan,
    s.force_failure_count,
    s.plan_forcing_type,
    s.plan_forcing_type_desc,
    s.last_force_failure_reason,
    s.last_force_failure_reason_desc,
    s.plan_type,
    s.plan_type_desc,
    s.has_compile_replay_script,
    s.is_optimized_plan_forcing_disabled,
    make_timestamptz(coalesce(s.initial_compile_ticks, i.initial_compile_ticks) // 10) AS initial_compile_start_time,
    make_timestamptz(s.last_compile_ticks // 10) AS last_compile_start_time,
    s.count_compiles,
    s.avg_compile_duration,
    s.last_compile_duration,
    tidegate_text(c.codec, base64(c.body)) AS query_plan
FROM (SELECT * FROM plan_state WHERE valid_to IS NULL) s
FULL JOIN plan_identity i ON i.home = s.home AND i.lineage = s.lineage AND i.epoch = s.epoch AND i.plan_id = s.plan_id
JOIN series d ON d.home = coalesce(s.home, i.home) AND d.lineage = coalesce(s.lineage, i.lineage)
    AND d.epoch = coalesce(s.epoch, i.epoch)
JOIN server v ON v.server_id = d.server_id
LEFT JOIN plan_ref x ON x.home = d.home AND x.lineage = d.lineage AND x.epoch = d.epoch
    AND x.plan_id = coalesce(s.plan_id, i.plan_id)
LEFT JOIN content c ON c.content_hash = x.content_hash;

CREATE VIEW query_context_settings AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.context_settings_id,
    unhex(s.set_options) AS set_options,
    s.language_id,
    s.date_format,
    s.date_first,
    unhex(s.status) AS status,
    s.required_cursor_options,
    s.acceptable_cursor_options,
    s.merge_action_type,
    s.default_schema_id,
    s.is_replication_specific,
    unhex(s.is_contained) AS is_contained
FROM context_settings s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW query_store_query_hints AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.query_id,
    s.replica_group_id,
    s.source,
    s.query_hint_id,
    s.query_hint_text,
    s.last_query_hint_failure_reason,
    s.last_query_hint_failure_reason_desc,
    s.query_hint_failure_count,
    s.source_desc,
    s.comment
FROM query_hint s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW query_store_query_variant AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.query_variant_query_id,
    s.parent_query_id,
    s.dispatcher_plan_id
FROM query_variant s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW query_store_plan_feedback AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.plan_feedback_id,
    s.plan_id,
    s.feature_id,
    s.feature_desc,
    s.state,
    s.state_desc,
    s.feedback_data,
    s.create_time,
    s.replica_group_id,
    s.last_updated_time
FROM plan_feedback s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW query_store_replicas AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.replica_group_id,
    s.role_type,
    s.replica_name
FROM replica s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW query_store_plan_forcing_locations AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.plan_forcing_location_id,
    s.query_id,
    s.plan_id,
    s.replica_group_id,
    s.forced_at AS "timestamp",
    s.plan_forcing_type,
    s.plan_forcing_type_desc
FROM forcing_location s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW dm_db_tuning_recommendations AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.name,
    s.type,
    s.reason,
    s.valid_since,
    s.state,
    s.is_executable_action,
    s.is_revertable_action,
    s.execute_action_start_time,
    s.execute_action_duration,
    s.execute_action_initiated_by,
    s.execute_action_initiated_time,
    s.revert_action_start_time,
    s.revert_action_duration,
    s.revert_action_initiated_by,
    s.revert_action_initiated_time,
    s.score,
    s.details,
    s.last_refresh
FROM tuning_recommendation s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW database_query_store_options AS
SELECT
    v.name AS server_name,
    d.database_name,
    s.epoch,
    s.desired_state,
    s.desired_state_desc,
    s.actual_state,
    s.actual_state_desc,
    s.query_capture_mode,
    s.query_capture_mode_desc,
    s.size_based_cleanup_mode,
    s.size_based_cleanup_mode_desc,
    s.wait_stats_capture_mode,
    s.wait_stats_capture_mode_desc,
    s.readonly_reason,
    s.flush_interval_seconds,
    s.interval_length_minutes,
    s.max_storage_size_mb,
    s.stale_query_threshold_days,
    s.max_plans_per_query,
    s.capture_policy_execution_count,
    s.capture_policy_total_compile_cpu_time_ms,
    s.capture_policy_total_execution_cpu_time_ms,
    s.capture_policy_stale_threshold_hours,
    s.actual_state_additional_info
FROM options_history s
JOIN series d ON d.home = s.home AND d.lineage = s.lineage AND d.epoch = s.epoch
JOIN server v ON v.server_id = d.server_id
WHERE s.valid_to IS NULL;

CREATE VIEW events AS
SELECT
    v.name AS server_name,
    d.database_name,
    e.epoch,
    e.event_time,
    e.kind,
    e.subject,
    e.query_id,
    e.plan_id,
    e.old_value,
    e.new_value
FROM event e
JOIN series d ON d.home = e.home AND d.lineage = e.lineage AND d.epoch = e.epoch
JOIN server v ON v.server_id = d.server_id;
