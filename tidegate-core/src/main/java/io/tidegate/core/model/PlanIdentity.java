package io.tidegate.core.model;

/**
 * What a runtime row refers to: a plan, its query and both hashes, without text or XML. Immutable.
 *
 * @param planId plan_id; unique in one epoch
 * @param queryId query_id
 * @param queryTextId query_text_id
 * @param contextSettingsId context_settings_id
 * @param objectId containing module; 0 for ad hoc
 * @param queryHash query_hash as a big-endian number
 * @param planHash query_plan_hash as a big-endian number
 * @param initialCompileTicks initial_compile_start_time of the plan, 100 ns since 1970-01-01 UTC; immutable at the
 *     source, hence a witness of identity
 * @param isForced is_forced_plan when last read
 */
public record PlanIdentity(
        long planId,
        long queryId,
        long queryTextId,
        long contextSettingsId,
        long objectId,
        long queryHash,
        long planHash,
        long initialCompileTicks,
        boolean isForced) {
    /** What an identity counts for in byte budgets: its fixed widths on the wire. */
    public static final int FIXED_BYTES = 9 * 8;
}
