package io.tidegate.core.store;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateReading;
import io.tidegate.core.state.StateRow;
import java.util.List;
import java.util.Optional;

/** Query Store's own state over time: the collector's side of a store. As {@link CollectorStore} in all else. */
public interface StateStore {
    /**
     * Stores what a reading changes, and the events that are made of that, in one transaction. What stands already is not
     * written again, so a replay changes nothing. A row seen for the first time is an event only where the table was read
     * completely before; an option's row stands over epochs. A reading from before the newest one that changed anything is
     * late, and ignored.
     *
     * @param reading what was read
     * @return the events that were stored, none twice
     */
    List<StateEvent> recordState(StateReading reading);

    /**
     * Rows of plans that stand as forced.
     *
     * @param series whose
     * @return by plan id
     */
    List<StateRow> forcedPlans(SeriesKey series);

    /**
     * The newest compilation that stands.
     *
     * @param series whose
     * @param table {@link StateTable#QUERY} or {@link StateTable#PLAN}
     * @return ticks of the newest {@code last_compile_start_time}, else of the newest {@code initial_compile_start_time};
     *     empty while nothing stands
     */
    Optional<Long> newestCompile(SeriesKey series, StateTable table);
}
