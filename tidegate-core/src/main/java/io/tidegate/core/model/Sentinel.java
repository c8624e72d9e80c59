package io.tidegate.core.model;

/**
 * A tuple that never changes within an epoch: when the source answers something else for the plan id, its ids have
 * begun a new life. Immutable.
 *
 * @param planId plan_id
 * @param planHash query_plan_hash as a big-endian number
 * @param initialCompileTicks initial_compile_start_time, 100 ns since 1970-01-01 UTC
 */
public record Sentinel(long planId, long planHash, long initialCompileTicks) {}
