package io.tidegate.core.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events of plans: forced, forced no more, forcing failed again. No state. */
final class PlanEvents {
    private static final String NOT_FORCED = "not forced";

    private PlanEvents() {}

    static List<StateEvent> between(EventRules rules, @Nullable StateRow before, @Nullable StateRow after) {
        StateRow known = Objects.requireNonNull(after == null ? before : after, "neither");
        String was = before == null ? NOT_FORCED : forcing(before);
        String is = after == null ? NOT_FORCED : forcing(after);
        Long plan = known.number("plan_id");
        Long query = known.number("query_id");
        List<StateEvent> events = new ArrayList<>();
        if (!was.equals(is)) {
            EventKind kind = is.equals(NOT_FORCED) ? EventKind.PLAN_UNFORCED : EventKind.PLAN_FORCED;
            events.add(rules.event(kind, "plan " + plan, query, plan, was, is));
        }
        long failed = before == null ? 0 : failures(before);
        if (after != null && failures(after) > failed) {
            events.add(rules.event(
                    EventKind.FORCING_FAILED,
                    "plan " + plan,
                    query,
                    plan,
                    Long.toString(failed),
                    failures(after) + " (" + EventRules.described(after, "last_force_failure_reason") + ")"));
        }
        return events;
    }

    /** How the plan is forced; 2016 knows no types. */
    private static String forcing(StateRow row) {
        if (!row.isSet("is_forced_plan")) {
            return NOT_FORCED;
        }
        String type = EventRules.described(row, "plan_forcing_type");
        return type == null ? "forced" : "forced (" + type + ")";
    }

    private static long failures(StateRow row) {
        return Objects.requireNonNullElse(row.number("force_failure_count"), 0L);
    }
}
