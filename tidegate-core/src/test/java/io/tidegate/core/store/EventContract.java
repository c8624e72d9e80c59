package io.tidegate.core.store;

import static io.tidegate.core.schema.StateTable.OPTIONS;
import static io.tidegate.core.schema.StateTable.QUERY_HINT;
import static io.tidegate.core.store.StateFixture.hint;
import static io.tidegate.core.store.StateFixture.options;
import static io.tidegate.core.store.StateFixture.plan;
import static io.tidegate.core.store.StateFixture.some;
import static io.tidegate.core.store.StateFixture.whole;
import static io.tidegate.core.store.StoreFixture.NOW;
import static io.tidegate.core.store.StoreFixture.hour;
import static io.tidegate.core.store.StoreFixture.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.EventKind;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.store.StateReader.EventRequest;
import io.tidegate.core.store.StateReader.EventRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A change of state is one event. */
interface EventContract extends OpenedStore {
    static List<EventRow> all(HistoryReader reader) {
        return reader.events(new EventRequest(null, null, hour(-1000), 1000));
    }

    static List<EventKind> kinds(HistoryReader reader) {
        return all(reader).stream().map(row -> row.event().kind()).toList();
    }

    @Test
    default void givenStateSeenFirst_whenRecorded_thenItIsNoChange() {
        SeriesKey series = series(collector());

        assertThat(collector().recordState(whole(series, 1, OPTIONS, options())))
                .isEmpty();
        assertThat(collector().recordState(whole(series, 1, QUERY_HINT, hint(1, "a"))))
                .isEmpty();
        assertThat(collector().recordState(some(series, 1, plan(1, true, 3)))).isEmpty();
        assertThat(all(reader())).isEmpty();
    }

    @Test
    default void givenOptionsThatChange_whenRecorded_thenEachIsAnEventWithOldAndNewValue() {
        SeriesKey series = series(collector());
        StateRow changed = options()
                .with("actual_state", 1L)
                .with("actual_state_desc", "READ_ONLY")
                .with("readonly_reason", 65_536L)
                .with("query_capture_mode", 1L)
                .with("query_capture_mode_desc", "ALL")
                .with("interval_length_minutes", 15L)
                .with("max_plans_per_query", 10L);
        collector().recordState(whole(series, 1, OPTIONS, options()));

        List<StateEvent> events = collector().recordState(whole(series, 2, OPTIONS, changed));

        assertThat(events)
                .extracting(StateEvent::kind, StateEvent::subject, StateEvent::oldValue, StateEvent::newValue)
                .containsExactlyInAnyOrder(
                        tuple(
                                EventKind.STATE_CHANGED,
                                "actual_state",
                                "READ_WRITE",
                                "READ_ONLY (65536: Query Store reached its size limit)"),
                        tuple(EventKind.CAPTURE_MODE_CHANGED, "query_capture_mode", "AUTO", "ALL"),
                        tuple(EventKind.INTERVAL_LENGTH_CHANGED, "interval_length_minutes", "60", "15"));
        assertThat(all(reader())).extracting(EventRow::event).containsExactlyInAnyOrderElementsOf(events);
    }

    @Test
    default void givenTheSameReadingTwice_whenRecorded_thenItsEventsAreThereOnce() {
        SeriesKey series = series(collector());
        StateReading later = whole(series, 2, QUERY_HINT, hint(1, "OPTION (MAXDOP 1)"));
        collector().recordState(whole(series, 1, QUERY_HINT));

        assertThat(collector().recordState(later)).hasSize(1);
        assertThat(collector().recordState(later)).isEmpty();
        assertThat(collector().recordState(whole(series, 3, QUERY_HINT, hint(1, "OPTION (MAXDOP 1)"))))
                .isEmpty();
        assertThat(all(reader()))
                .containsExactly(new EventRow(
                        "sim-1",
                        "Sales",
                        new StateEvent(
                                series, hour(2), EventKind.HINT_SET, "query 1", 1L, null, null, "OPTION (MAXDOP 1)")));
    }

    @Test
    default void givenAHint_whenSetChangedAndCleared_thenThreeEventsTellIt() {
        SeriesKey series = series(collector());
        collector().recordState(whole(series, 1, QUERY_HINT));
        collector().recordState(whole(series, 2, QUERY_HINT, hint(1, "a")));
        collector().recordState(whole(series, 3, QUERY_HINT, hint(1, "b")));
        collector().recordState(whole(series, 4, QUERY_HINT));

        assertThat(kinds(reader())).containsExactly(EventKind.HINT_CLEARED, EventKind.HINT_CHANGED, EventKind.HINT_SET);
    }

    @Test
    default void givenAPlan_whenForcedFailingAndUnforced_thenEachIsAnEvent() {
        SeriesKey series = series(collector());
        collector().recordState(some(series, 1, plan(7, false, 0)));
        collector().recordState(some(series, 2, plan(7, true, 0)));
        collector().recordState(some(series, 3, plan(7, true, 4)));
        collector().recordState(some(series, 4, plan(7, false, 4)));

        assertThat(all(reader()))
                .extracting(EventRow::event)
                .extracting(StateEvent::kind, StateEvent::planId, StateEvent::oldValue, StateEvent::newValue)
                .containsExactly(
                        tuple(EventKind.PLAN_UNFORCED, 7L, "forced (MANUAL)", "not forced"),
                        tuple(EventKind.FORCING_FAILED, 7L, "0", "4 (NO_PLAN)"),
                        tuple(EventKind.PLAN_FORCED, 7L, "not forced", "forced (MANUAL)"));
    }

    @Test
    default void givenAReadingOfSome_whenNotAllWasReadBefore_thenWhatIsNewIsNoChange() {
        SeriesKey series = series(collector());
        StateReading first =
                new StateReading(series, StateTable.PLAN, hour(1), false, false, List.of(plan(1, true, 0)));
        collector().recordState(first);

        assertThat(collector().recordState(some(series, 2, plan(2, true, 0)))).isEmpty();
        assertThat(collector().recordState(some(series, 3, plan(3, true, 0)))).hasSize(1);
    }

    @Test
    default void givenANewEpoch_whenForked_thenThatIsOneEventAndOptionsAreComparedOverIt() {
        SeriesKey old = series(collector());
        collector().recordState(whole(old, 1, OPTIONS, options()));
        SeriesKey next =
                collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), NOW).key();
        collector().fork(old, ForkPoint.NOTHING_SHARED, hour(50), NOW);
        StateRow changed = options().with("interval_length_minutes", 5L);

        assertThat(collector().recordState(whole(next, 101, OPTIONS, changed))).hasSize(1);
        assertThat(collector().recordState(whole(next, 102, OPTIONS, changed))).isEmpty();
        assertThat(kinds(reader())).containsExactly(EventKind.INTERVAL_LENGTH_CHANGED, EventKind.NEW_EPOCH);
        assertThat(reader().state(next, OPTIONS)).hasSize(1);
    }

    @Test
    default void givenEventsOfSeveral_whenAsked_thenServerDatabaseSpanAndLimitHold() {
        SeriesKey sales = series(collector());
        SeriesKey stock = series(collector(), "sim-2", "Stock");
        for (SeriesKey series : List.of(sales, stock)) {
            collector().recordState(whole(series, 1, QUERY_HINT));
            collector().recordState(whole(series, 2, QUERY_HINT, hint(1, "a")));
            collector().recordState(whole(series, 3, QUERY_HINT, hint(1, "b")));
        }

        assertThat(reader().events(new EventRequest("sim-2", null, hour(0), 10)))
                .hasSize(2)
                .allMatch(row -> row.database().equals("Stock"));
        assertThat(reader().events(new EventRequest(null, "Sales", hour(3), 10)))
                .singleElement()
                .satisfies(row -> assertThat(row.event().kind()).isEqualTo(EventKind.HINT_CHANGED));
        assertThat(reader().events(new EventRequest(null, null, hour(0), 3))).hasSize(3);
    }
}
