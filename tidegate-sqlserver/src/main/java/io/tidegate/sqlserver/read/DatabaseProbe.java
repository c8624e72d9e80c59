package io.tidegate.sqlserver.read;

import io.tidegate.core.model.QueryStoreOptions;
import io.tidegate.core.model.RuntimeStatsInterval;
import io.tidegate.sqlserver.fault.Fault;
import java.time.Instant;
import java.util.List;

/** What a probe saw of one database. */
public sealed interface DatabaseProbe {
    /**
     * Which one.
     *
     * @return its name
     */
    String database();

    /**
     * It answered. Immutable.
     *
     * @param database its name
     * @param sourceNow the server's clock
     * @param options options and state
     * @param optionsMark a number that changes when an option changes that is not among these
     * @param lowestId lowest interval id; {@link Long#MAX_VALUE} when the list is empty
     * @param highestId highest interval id; 0 when the list is empty
     * @param count how many intervals the source lists
     * @param above intervals above the id that was asked for, ascending, at most as many as were asked for
     */
    record Seen(
            String database,
            Instant sourceNow,
            QueryStoreOptions options,
            long optionsMark,
            long lowestId,
            long highestId,
            long count,
            List<RuntimeStatsInterval> above)
            implements DatabaseProbe {}

    /**
     * It has no options row: Query Store was never on, or does not exist there. Immutable.
     *
     * @param database its name
     */
    record NeverOn(String database) implements DatabaseProbe {}

    /**
     * It answered with an error; the others are not touched by that. Immutable.
     *
     * @param database its name
     * @param fault what went wrong
     */
    record Failed(String database, Fault fault) implements DatabaseProbe {}
}
