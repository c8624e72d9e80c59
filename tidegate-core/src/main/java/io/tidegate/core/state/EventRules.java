package io.tidegate.core.state;

import io.tidegate.core.model.SeriesKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which change of a row is an event, and what it says. Immutable.
 *
 * @param series whose
 * @param at the source's clock when it was seen
 */
record EventRules(SeriesKey series, Instant at) {
    /** Events between two rows of one key; null for no row. */
    List<StateEvent> between(@Nullable StateRow before, @Nullable StateRow after) {
        StateRow known = Objects.requireNonNull(after == null ? before : after, "neither");
        return switch (known.table()) {
            case OPTIONS -> new OptionEvents(this).between(before, after);
            case PLAN -> PlanEvents.between(this, before, after);
            case QUERY_HINT -> HintEvents.between(this, before, after);
            case QUERY_VARIANT -> before == null ? List.of(variant(known)) : List.of();
            case PLAN_FEEDBACK -> after == null ? List.of() : feedback(before, after);
            case TUNING_RECOMMENDATION -> after == null ? List.of() : recommendation(before, after);
            case QUERY, CONTEXT_SETTINGS, REPLICA, FORCING_LOCATION -> List.of();
        };
    }

    StateEvent event(
            EventKind kind,
            String subject,
            @Nullable Long queryId,
            @Nullable Long planId,
            @Nullable String oldValue,
            @Nullable String newValue) {
        return new StateEvent(series, at, kind, subject, queryId, planId, oldValue, newValue);
    }

    private StateEvent variant(StateRow row) {
        Long parent = row.number("parent_query_id");
        Long variant = row.number("query_variant_query_id");
        Long dispatcher = row.number("dispatcher_plan_id");
        return event(
                EventKind.VARIANT_ADDED,
                "query " + parent + ", variant " + variant + ", dispatcher plan " + dispatcher,
                parent,
                dispatcher,
                null,
                "query " + variant);
    }

    private List<StateEvent> feedback(@Nullable StateRow before, StateRow after) {
        String was = before == null ? null : described(before, "state");
        String is = described(after, "state");
        if (Objects.equals(was, is)) {
            return List.of();
        }
        Long plan = after.number("plan_id");
        String subject = "plan " + plan + ", " + described(after, "feature_id", "feature_desc") + " "
                + after.number("plan_feedback_id");
        return List.of(event(EventKind.FEEDBACK_CHANGED, subject, null, plan, was, is));
    }

    private List<StateEvent> recommendation(@Nullable StateRow before, StateRow after) {
        String was = before == null ? null : before.text("state");
        String is = after.text("state");
        return before != null && Objects.equals(was, is)
                ? List.of()
                : List.of(event(
                        EventKind.RECOMMENDATION_CHANGED, String.valueOf(after.text("name")), null, null, was, is));
    }

    /** A number's description, else the number. */
    static @Nullable String described(StateRow row, String column) {
        return described(row, column, column + "_desc");
    }

    static @Nullable String described(StateRow row, String column, String description) {
        String words = row.text(description);
        Long number = row.number(column);
        return words != null ? words : number == null ? null : number.toString();
    }
}
