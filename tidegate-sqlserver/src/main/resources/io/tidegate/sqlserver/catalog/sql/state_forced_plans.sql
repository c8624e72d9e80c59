-- name: state_forced_plans
-- reads: query_store_plan
-- params: max_rows int, known_ids bigint*
-- columns: plan_id, query_id, plan_group_id, engine_version, compatibility_level, query_plan_hash, is_online_index_plan,
-- columns: is_trivial_plan, is_parallel_plan, is_natively_compiled, is_forced_plan, force_failure_count, plan_forcing_type,
-- columns: plan_forcing_type_desc, last_force_failure_reason, last_force_failure_reason_desc, plan_type, plan_type_desc,
-- columns: has_compile_replay_script, is_optimized_plan_forcing_disabled, initial_compile_start_time, last_compile_start_time,
-- columns: count_compiles, avg_compile_duration, last_compile_duration
-- since: 13
-- permission: VIEW DATABASE STATE in the database; from 2022 on VIEW DATABASE PERFORMANCE STATE
-- why-forced: Forcing changes without a compilation: those that are forced, and those that were.
-- why-optional: Columns in braces are asked for where the view has them, and are NULL elsewhere.
SELECT TOP (:max_rows) /* tidegate:state_forced_plans */
    p.plan_id, p.query_id, p.plan_group_id, p.engine_version, p.compatibility_level, p.query_plan_hash,
    p.is_online_index_plan, p.is_trivial_plan, p.is_parallel_plan, p.is_natively_compiled, p.is_forced_plan,
    p.force_failure_count, {?p.plan_forcing_type}, {?p.plan_forcing_type_desc}, p.last_force_failure_reason,
    p.last_force_failure_reason_desc, {?p.plan_type}, {?p.plan_type_desc}, {?p.has_compile_replay_script},
    {?p.is_optimized_plan_forcing_disabled}, p.initial_compile_start_time, p.last_compile_start_time,
    p.count_compiles, p.avg_compile_duration, p.last_compile_duration
FROM {db}.sys.query_store_plan AS p
WHERE p.plan_id > 0 AND (p.is_forced_plan = 1 OR p.plan_id IN (:known_ids))
ORDER BY p.plan_id
OPTION (MAXDOP 1);
