package io.tidegate.core.state;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.StoreState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events of options. An option that the source's version had not, or has no more, did not change. Immutable.
 *
 * @param rules what makes an event
 */
record OptionEvents(EventRules rules) {
    private static final String ACTUAL_STATE = "actual_state";
    private static final String READONLY_REASON = "readonly_reason";
    private static final String DESCRIPTION = "_desc";

    List<StateEvent> between(@Nullable StateRow before, @Nullable StateRow after) {
        if (before == null || after == null) {
            return List.of();
        }
        List<StateEvent> events = new ArrayList<>();
        if (!Objects.equals(state(before), state(after))) {
            events.add(rules.event(EventKind.STATE_CHANGED, ACTUAL_STATE, null, null, state(before), state(after)));
        }
        for (String option : after.table().tracked()) {
            if (!option.endsWith(DESCRIPTION) && !option.equals(ACTUAL_STATE) && !option.equals(READONLY_REASON)) {
                option(option, before, after, events);
            }
        }
        return events;
    }

    private void option(String option, StateRow before, StateRow after, List<StateEvent> events) {
        Object was = before.value(option);
        Object is = after.value(option);
        if (was == null || is == null || was.equals(is)) {
            return;
        }
        boolean isDescribed = after.table().tracked().contains(option + DESCRIPTION);
        EventKind kind = switch (option) {
            case "query_capture_mode" -> EventKind.CAPTURE_MODE_CHANGED;
            case "interval_length_minutes" -> EventKind.INTERVAL_LENGTH_CHANGED;
            default -> EventKind.OPTION_CHANGED;
        };
        events.add(rules.event(
                kind,
                option,
                null,
                null,
                isDescribed ? EventRules.described(before, option) : was.toString(),
                isDescribed ? EventRules.described(after, option) : is.toString()));
    }

    /** The state in words, with each reason for read-only. */
    private static String state(StateRow row) {
        String words = String.valueOf(EventRules.described(row, ACTUAL_STATE));
        Long reason = row.number(READONLY_REASON);
        Long state = row.number(ACTUAL_STATE);
        if (state == null || state != QueryStoreOptions.READ_ONLY || reason == null || reason == 0) {
            return words;
        }
        List<String> reasons = new ArrayList<>();
        long left = reason;
        for (var bit : StoreState.reasons(reason.intValue()).entrySet()) {
            reasons.add(bit.getKey() + ": " + bit.getValue());
            left &= ~bit.getKey();
        }
        if (left != 0) {
            reasons.add(Long.toString(left));
        }
        return words + " (" + String.join("; ", reasons) + ")";
    }
}
