-- Version 3 of the logical schema (docs/schema.md): state of Query Store over time, and events.

CREATE TABLE state_reading (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    state_table text NOT NULL,
    is_complete boolean NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (home, lineage, epoch, state_table)
);

CREATE TABLE event (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    event_time timestamptz NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    query_id bigint,
    plan_id bigint,
    old_value text,
    new_value text
);

CREATE INDEX event_by_time ON event (event_time);
CREATE INDEX event_by_series ON event (home, lineage, epoch, event_time);

CREATE TABLE options_history (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    desired_state bigint,
    desired_state_desc text,
    actual_state bigint,
    actual_state_desc text,
    query_capture_mode bigint,
    query_capture_mode_desc text,
    size_based_cleanup_mode bigint,
    size_based_cleanup_mode_desc text,
    wait_stats_capture_mode bigint,
    wait_stats_capture_mode_desc text,
    readonly_reason bigint,
    flush_interval_seconds bigint,
    interval_length_minutes bigint,
    max_storage_size_mb bigint,
    stale_query_threshold_days bigint,
    max_plans_per_query bigint,
    capture_policy_execution_count bigint,
    capture_policy_total_compile_cpu_time_ms bigint,
    capture_policy_total_execution_cpu_time_ms bigint,
    capture_policy_stale_threshold_hours bigint,
    actual_state_additional_info text,
    PRIMARY KEY (home, lineage, epoch, valid_from)
);

CREATE UNIQUE INDEX options_history_standing ON options_history (home, lineage, epoch) WHERE valid_to IS NULL;

CREATE TABLE query (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    query_id bigint NOT NULL,
    query_text_id bigint,
    context_settings_id bigint,
    object_id bigint,
    schema_name text,
    object_name text,
    batch_sql_handle text,
    query_hash bigint,
    is_internal_query boolean,
    is_clouddb_internal_query boolean,
    query_parameterization_type bigint,
    query_parameterization_type_desc text,
    initial_compile_ticks bigint,
    last_compile_ticks bigint,
    last_compile_batch_sql_handle text,
    last_compile_batch_offset_start bigint,
    last_compile_batch_offset_end bigint,
    count_compiles bigint,
    avg_compile_duration double precision,
    last_compile_duration bigint,
    avg_bind_duration double precision,
    last_bind_duration bigint,
    avg_bind_cpu_time double precision,
    last_bind_cpu_time bigint,
    avg_optimize_duration double precision,
    last_optimize_duration bigint,
    avg_optimize_cpu_time double precision,
    last_optimize_cpu_time bigint,
    avg_compile_memory_kb double precision,
    last_compile_memory_kb bigint,
    max_compile_memory_kb bigint,
    PRIMARY KEY (home, lineage, epoch, query_id, valid_from)
);

CREATE UNIQUE INDEX query_standing ON query (home, lineage, epoch, query_id) WHERE valid_to IS NULL;

CREATE TABLE context_settings (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    context_settings_id bigint NOT NULL,
    set_options text,
    language_id bigint,
    date_format bigint,
    date_first bigint,
    status text,
    required_cursor_options bigint,
    acceptable_cursor_options bigint,
    merge_action_type bigint,
    default_schema_id bigint,
    is_replication_specific boolean,
    is_contained text,
    PRIMARY KEY (home, lineage, epoch, context_settings_id, valid_from)
);

CREATE UNIQUE INDEX context_settings_standing ON context_settings (home, lineage, epoch, context_settings_id) WHERE valid_to IS NULL;

CREATE TABLE plan_state (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    plan_id bigint NOT NULL,
    query_id bigint,
    plan_group_id bigint,
    engine_version text,
    compatibility_level bigint,
    query_plan_hash bigint,
    is_online_index_plan boolean,
    is_trivial_plan boolean,
    is_parallel_plan boolean,
    is_natively_compiled boolean,
    is_forced_plan boolean,
    force_failure_count bigint,
    plan_forcing_type bigint,
    plan_forcing_type_desc text,
    last_force_failure_reason bigint,
    last_force_failure_reason_desc text,
    plan_type bigint,
    plan_type_desc text,
    has_compile_replay_script boolean,
    is_optimized_plan_forcing_disabled boolean,
    initial_compile_ticks bigint,
    last_compile_ticks bigint,
    count_compiles bigint,
    avg_compile_duration double precision,
    last_compile_duration bigint,
    PRIMARY KEY (home, lineage, epoch, plan_id, valid_from)
);

CREATE UNIQUE INDEX plan_state_standing ON plan_state (home, lineage, epoch, plan_id) WHERE valid_to IS NULL;

CREATE TABLE query_hint (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    query_id bigint NOT NULL,
    replica_group_id bigint NOT NULL,
    source bigint NOT NULL,
    query_hint_id bigint,
    query_hint_text text,
    last_query_hint_failure_reason bigint,
    last_query_hint_failure_reason_desc text,
    query_hint_failure_count bigint,
    source_desc text,
    comment text,
    PRIMARY KEY (home, lineage, epoch, query_id, replica_group_id, source, valid_from)
);

CREATE UNIQUE INDEX query_hint_standing ON query_hint (home, lineage, epoch, query_id, replica_group_id, source) WHERE valid_to IS NULL;

CREATE TABLE query_variant (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    query_variant_query_id bigint NOT NULL,
    parent_query_id bigint NOT NULL,
    dispatcher_plan_id bigint NOT NULL,
    PRIMARY KEY (home, lineage, epoch, query_variant_query_id, parent_query_id, dispatcher_plan_id, valid_from)
);

CREATE UNIQUE INDEX query_variant_standing ON query_variant (home, lineage, epoch, query_variant_query_id, parent_query_id, dispatcher_plan_id) WHERE valid_to IS NULL;

CREATE TABLE plan_feedback (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    plan_feedback_id bigint NOT NULL,
    plan_id bigint,
    feature_id bigint,
    feature_desc text,
    state bigint,
    state_desc text,
    feedback_data text,
    create_time timestamptz,
    replica_group_id bigint,
    last_updated_time timestamptz,
    PRIMARY KEY (home, lineage, epoch, plan_feedback_id, valid_from)
);

CREATE UNIQUE INDEX plan_feedback_standing ON plan_feedback (home, lineage, epoch, plan_feedback_id) WHERE valid_to IS NULL;

CREATE TABLE replica (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    replica_group_id bigint NOT NULL,
    role_type bigint,
    replica_name text,
    PRIMARY KEY (home, lineage, epoch, replica_group_id, valid_from)
);

CREATE UNIQUE INDEX replica_standing ON replica (home, lineage, epoch, replica_group_id) WHERE valid_to IS NULL;

CREATE TABLE forcing_location (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    plan_forcing_location_id bigint NOT NULL,
    query_id bigint,
    plan_id bigint,
    replica_group_id bigint,
    forced_at timestamptz,
    plan_forcing_type bigint,
    plan_forcing_type_desc text,
    PRIMARY KEY (home, lineage, epoch, plan_forcing_location_id, valid_from)
);

CREATE UNIQUE INDEX forcing_location_standing ON forcing_location (home, lineage, epoch, plan_forcing_location_id) WHERE valid_to IS NULL;

CREATE TABLE tuning_recommendation (
    home integer NOT NULL,
    lineage integer NOT NULL,
    epoch integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to timestamptz,
    name text NOT NULL,
    type text,
    reason text,
    valid_since timestamptz,
    state text,
    is_executable_action boolean,
    is_revertable_action boolean,
    execute_action_start_time timestamptz,
    execute_action_duration text,
    execute_action_initiated_by text,
    execute_action_initiated_time timestamptz,
    revert_action_start_time timestamptz,
    revert_action_duration text,
    revert_action_initiated_by text,
    revert_action_initiated_time timestamptz,
    score bigint,
    details text,
    last_refresh timestamptz,
    PRIMARY KEY (home, lineage, epoch, name, valid_from)
);

CREATE UNIQUE INDEX tuning_recommendation_standing ON tuning_recommendation (home, lineage, epoch, name) WHERE valid_to IS NULL;

DROP VIEW query_store_query;
DROP VIEW query_store_plan;

CREATE VIEW query_store_query AS
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
    decode(s.batch_sql_handle, 'hex') AS batch_sql_handle,
    int8send(coalesce(s.query_hash, i.query_hash)) AS query_hash,
    s.is_internal_query,
    s.is_clouddb_internal_query,
    s.query_parameterization_type,
    s.query_parameterization_type_desc,
    tidegate_instant(s.initial_compile_ticks) AS initial_compile_start_time,
    tidegate_instant(s.last_compile_ticks) AS last_compile_start_time,
    decode(s.last_compile_batch_sql_handle, 'hex') AS last_compile_batch_sql_handle,
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

CREATE VIEW query_store_plan AS
SELECT
    v.name AS server_name,
    d.database_name,
    d.epoch,
    coalesce(s.plan_id, i.plan_id) AS plan_id,
    coalesce(s.query_id, i.query_id) AS query_id,
    s.plan_group_id,
    s.engine_version,
    s.compatibility_level,
    int8send(coalesce(s.query_plan_hash, i.query_plan_hash)) AS query_plan_hash,
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
    tidegate_instant(coalesce(s.initial_compile_ticks, i.initial_compile_ticks)) AS initial_compile_start_time,
    tidegate_instant(s.last_compile_ticks) AS last_compile_start_time,
    s.count_compiles,
    s.avg_compile_duration,
    s.last_compile_duration,
    tidegate_text(c.codec, c.body) AS query_plan
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
    decode(s.set_options, 'hex') AS set_options,
    s.language_id,
    s.date_format,
    s.date_first,
    decode(s.status, 'hex') AS status,
    s.required_cursor_options,
    s.acceptable_cursor_options,
    s.merge_action_type,
    s.default_schema_id,
    s.is_replication_specific,
    decode(s.is_contained, 'hex') AS is_contained
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
