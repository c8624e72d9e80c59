package io.tidegate.core.store;

import static io.tidegate.core.store.StoreFixture.hour;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Small rows of state for the contract. */
public final class StateFixture {
    private StateFixture() {}

    /** Read-write, AUTO, 60 minutes. */
    public static StateRow options() {
        return StateRow.of(
                StateTable.OPTIONS,
                Map.of(
                        "actual_state", 2L,
                        "actual_state_desc", "READ_WRITE",
                        "readonly_reason", 0L,
                        "query_capture_mode", 2L,
                        "query_capture_mode_desc", "AUTO",
                        "interval_length_minutes", 60L));
    }

    public static StateRow hint(long query, String text) {
        return StateRow.of(
                StateTable.QUERY_HINT,
                Map.of("query_id", query, "replica_group_id", 1L, "source", 0L, "query_hint_text", text));
    }

    public static StateRow plan(long plan, boolean forced, long failures) {
        Map<String, Object> values = new HashMap<>(Map.of(
                "plan_id",
                plan,
                "query_id",
                100 + plan,
                "is_forced_plan",
                forced,
                "force_failure_count",
                failures,
                "initial_compile_ticks",
                1000 + plan,
                "count_compiles",
                1L));
        values.put("plan_forcing_type", forced ? 1L : 0L);
        values.put("plan_forcing_type_desc", forced ? "MANUAL" : "NONE");
        values.put("last_force_failure_reason", failures > 0 ? 8698L : 0L);
        values.put("last_force_failure_reason_desc", failures > 0 ? "NO_PLAN" : "NONE");
        return StateRow.of(StateTable.PLAN, values);
    }

    /** All that the source has, at an hour of {@link StoreFixture}. */
    public static StateReading whole(SeriesKey series, long hour, StateTable table, StateRow... rows) {
        return StateReading.whole(series, table, hour(hour), List.of(rows));
    }

    /** Some of what the source has; all was read by now. */
    public static StateReading some(SeriesKey series, long hour, StateRow... rows) {
        return new StateReading(series, rows[0].table(), hour(hour), false, true, List.of(rows));
    }
}
