package io.tidegate.core.store;

import static io.tidegate.core.schema.StateTable.OPTIONS;
import static io.tidegate.core.schema.StateTable.PLAN;
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

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.Column;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import io.tidegate.core.state.StateVersion;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** State is kept by its changes. */
interface StateContract extends OpenedStore {
    @Test
    default void givenEachTable_whenARowWithEveryColumnIsStored_thenItComesBackAsItWas() {
        SeriesKey series = series(collector());
        for (StateTable table : StateTable.values()) {
            StateRow row = full(table);
            collector().recordState(StateReading.whole(series, table, NOW, List.of(row)));

            assertThat(reader().state(series, table)).containsExactly(new StateVersion(NOW, null, row));
        }
    }

    private static StateRow full(StateTable table) {
        Map<String, Object> values = new HashMap<>();
        int n = 7;
        for (Column column : table.columns()) {
            n++;
            values.put(
                    column.name(),
                    switch (column.type()) {
                        case INT, BIGINT, TICKS -> (Object) (long) n;
                        case DOUBLE -> n / 3.0;
                        case BOOLEAN -> n % 2 == 0;
                        case TEXT, BYTES -> "žluť 🐎 " + n + (char) 0xD800 + (char) 0;
                        case TIMESTAMP ->
                            Instant.parse("2026-11-01T02:03:04.123456789Z").plusSeconds(n);
                    });
        }
        return StateRow.of(table, values);
    }

    @Test
    default void givenTheSameState_whenReadAgain_thenNothingIsWritten() {
        SeriesKey series = series(collector());
        collector().recordState(whole(series, 1, OPTIONS, options()));
        collector().recordState(whole(series, 2, OPTIONS, options()));

        assertThat(reader().state(series, OPTIONS)).containsExactly(new StateVersion(hour(1), null, options()));
    }

    @Test
    default void givenAChange_whenRead_thenTheOldRowEndsWhereTheNewOneBegins() {
        SeriesKey series = series(collector());
        StateRow all = options().with("query_capture_mode", 1L);
        collector().recordState(whole(series, 1, OPTIONS, options()));
        collector().recordState(whole(series, 5, OPTIONS, all));

        assertThat(reader().state(series, OPTIONS))
                .containsExactly(new StateVersion(hour(1), hour(5), options()), new StateVersion(hour(5), null, all));
    }

    @Test
    default void givenARowThatIsNotReadAnyMore_whenTheReadingWasWhole_thenItEnds() {
        SeriesKey series = series(collector());
        collector().recordState(whole(series, 1, QUERY_HINT, hint(1, "a"), hint(2, "b")));
        collector().recordState(whole(series, 3, QUERY_HINT, hint(2, "b")));
        collector().recordState(whole(series, 4, QUERY_HINT, hint(1, "a"), hint(2, "b")));

        assertThat(reader().state(series, QUERY_HINT))
                .containsExactly(
                        new StateVersion(hour(1), hour(3), hint(1, "a")),
                        new StateVersion(hour(1), null, hint(2, "b")),
                        new StateVersion(hour(4), null, hint(1, "a")));
    }

    @Test
    default void givenSomeOfTheRows_whenRead_thenTheOthersStand() {
        SeriesKey series = series(collector());
        collector().recordState(some(series, 1, plan(1, false, 0), plan(2, true, 0)));
        collector().recordState(some(series, 2, plan(2, false, 0)));

        assertThat(reader().state(series, PLAN))
                .containsExactly(
                        new StateVersion(hour(1), null, plan(1, false, 0)),
                        new StateVersion(hour(1), hour(2), plan(2, true, 0)),
                        new StateVersion(hour(2), null, plan(2, false, 0)));
        assertThat(collector().forcedPlans(series)).isEmpty();
    }

    @Test
    default void givenFiguresThatAreOnlyKeptAsLastRead_whenTheyChange_thenTheRowStandsSinceThen() {
        SeriesKey series = series(collector());
        StateRow later = plan(1, false, 0).with("count_compiles", 9L).with("last_compile_ticks", 77_000L);
        collector().recordState(some(series, 1, plan(1, false, 0), plan(2, true, 0)));
        collector().recordState(some(series, 2, later));

        assertThat(reader().state(series, PLAN))
                .containsExactly(
                        new StateVersion(hour(1), null, later), new StateVersion(hour(1), null, plan(2, true, 0)));
        assertThat(collector().newestCompile(series, PLAN)).contains(77_000L);
        assertThat(collector().newestCompile(series, StateTable.QUERY)).isEmpty();
        assertThat(collector().forcedPlans(series)).containsExactly(plan(2, true, 0));
    }

    @Test
    default void givenALateReading_whenSomethingChangedSince_thenItIsIgnored() {
        SeriesKey series = series(collector());
        collector().recordState(whole(series, 1, QUERY_HINT));
        collector().recordState(whole(series, 5, QUERY_HINT, hint(1, "a")));

        assertThat(collector().recordState(whole(series, 4, QUERY_HINT))).isEmpty();
        assertThat(collector().recordState(whole(series, 4, QUERY_HINT, hint(2, "b"))))
                .isEmpty();
        assertThat(reader().state(series, QUERY_HINT)).containsExactly(new StateVersion(hour(5), null, hint(1, "a")));
    }

    @Test
    default void givenAStore_whenReopened_thenStateAndEventsAreThere() {
        SeriesKey series = series(collector());
        collector().recordState(whole(series, 1, QUERY_HINT));
        collector().recordState(whole(series, 2, QUERY_HINT, hint(1, "a")));

        reopen();

        assertThat(reader().state(series, QUERY_HINT)).containsExactly(new StateVersion(hour(2), null, hint(1, "a")));
        assertThat(collector().recordState(whole(series, 2, QUERY_HINT, hint(1, "a"))))
                .isEmpty();
        assertThat(collector().recordState(whole(series, 3, QUERY_HINT, hint(1, "a"))))
                .isEmpty();
        assertThat(EventContract.kinds(reader())).hasSize(1);
    }
}
