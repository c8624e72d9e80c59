package io.tidegate.core.store;

import io.tidegate.core.model.SeriesKey;
import io.tidegate.core.schema.StateTable;
import io.tidegate.core.state.StateEvent;
import io.tidegate.core.state.StateVersion;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Query Store's own state over time: the reading side of a store. As {@link HistoryReader} in all else. */
public interface StateReader {
    /**
     * Rows of state, those that stood too.
     *
     * @param series whose
     * @param table which table
     * @return by begin, then by key
     */
    List<StateVersion> state(SeriesKey series, StateTable table);

    /**
     * Events, newest first.
     *
     * @param request what is asked
     * @return with the server and database of each
     */
    List<EventRow> events(EventRequest request);

    /**
     * What {@link #events} is asked. Immutable.
     *
     * @param server only this server; null for all
     * @param database only this database; null for all
     * @param from begin of the span by the sources' clocks, inclusive
     * @param limit rows at most, the newest
     */
    record EventRequest(@Nullable String server, @Nullable String database, Instant from, int limit) {}

    /**
     * An event and whose it is. Immutable.
     *
     * @param server the server that the series was last read from
     * @param database the database's name when last seen
     * @param event what changed
     */
    record EventRow(String server, String database, StateEvent event) {}
}
