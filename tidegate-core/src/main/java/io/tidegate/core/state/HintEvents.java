package io.tidegate.core.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events of hints: set, changed, cleared, failed again. No state. */
final class HintEvents {
    private HintEvents() {}

    static List<StateEvent> between(EventRules rules, @Nullable StateRow before, @Nullable StateRow after) {
        StateRow known = Objects.requireNonNull(after == null ? before : after, "neither");
        String was = before == null ? null : text(before);
        String is = after == null ? null : text(after);
        Long query = known.number("query_id");
        List<StateEvent> events = new ArrayList<>();
        if (!Objects.equals(was, is)) {
            EventKind kind = before == null
                    ? EventKind.HINT_SET
                    : after == null ? EventKind.HINT_CLEARED : EventKind.HINT_CHANGED;
            events.add(rules.event(kind, subject(known), query, null, was, is));
        }
        long failed = before == null ? 0 : failures(before);
        if (after != null && failures(after) > failed) {
            events.add(rules.event(
                    EventKind.HINT_FAILED,
                    subject(known),
                    query,
                    null,
                    Long.toString(failed),
                    failures(after) + " (" + EventRules.described(after, "last_query_hint_failure_reason") + ")"));
        }
        return events;
    }

    private static String subject(StateRow row) {
        Long group = row.number("replica_group_id");
        Long source = row.number("source");
        return "query " + row.number("query_id")
                + (source == null || source == 0 ? "" : ", by " + EventRules.described(row, "source"))
                + (group == null || group == 1 ? "" : ", replica group " + group);
    }

    private static String text(StateRow row) {
        return Objects.requireNonNullElse(row.text("query_hint_text"), "");
    }

    private static long failures(StateRow row) {
        return Objects.requireNonNullElse(row.number("query_hint_failure_count"), 0L);
    }
}
